#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// What a `commands` promise may say.
PromiseTypeDescription commands_type();

} // namespace vow::modules
