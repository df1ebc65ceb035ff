#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// The description of `commands` promises.
PromiseTypeDescription commands_type();

} // namespace vow::modules
