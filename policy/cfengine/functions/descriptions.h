#pragma once

#include "policy/run/reference_entry.h"

#include <vector>

namespace vow::cfengine {

/// Every function of the language, sorted by name.
std::vector<FunctionDescription> function_descriptions();

} // namespace vow::cfengine
