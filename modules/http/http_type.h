#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// The description of `http` promises.
PromiseTypeDescription http_type();

} // namespace vow::modules
