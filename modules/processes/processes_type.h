#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// What a `processes` promise may say.
PromiseTypeDescription processes_type();

} // namespace vow::modules
