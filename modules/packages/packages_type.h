#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// The description of `packages` promises.
PromiseTypeDescription packages_type();

} // namespace vow::modules
