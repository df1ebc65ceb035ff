#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// The description of `git` promises.
PromiseTypeDescription git_type();

} // namespace vow::modules
