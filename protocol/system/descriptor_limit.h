#pragma once

#include <sys/resource.h>

namespace vow {

/// The limit of open descriptors that this process was started with; children get it.
const rlimit& initial_descriptor_limit();

/// Raises our own limit of open descriptors as far as that is allowed. To be called before any
/// process is started.
void raise_descriptor_limit();

} // namespace vow
