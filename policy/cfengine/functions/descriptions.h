#pragma once

#include "policy/run/function_description.h"

#include <vector>

namespace vow::cfengine {

/// Every function of the language, sorted by name.
std::vector<FunctionDescription> function_descriptions();

} // namespace vow::cfengine
