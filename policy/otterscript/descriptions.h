#pragma once

#include "policy/run/function_description.h"

#include <vector>

namespace vow::otterscript {

/// The functions with their signs, then the operations, both by name: for listings.
std::vector<FunctionDescription> descriptions();

} // namespace vow::otterscript
