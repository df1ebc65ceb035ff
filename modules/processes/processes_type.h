#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// The description of `processes` promises.
PromiseTypeDescription processes_type();

} // namespace vow::modules
