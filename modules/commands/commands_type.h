#pragma once

#include "protocol/promise/description.h"

namespace vow::modules {

/// What a `commands` promise may say.
PromiseTypeDescription commands_type();

} // namespace vow::modules
