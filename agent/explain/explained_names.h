#pragma once

#include "agent/explain/clues.h"
#include "agent/explain/explanation.h"

#include <string_view>
#include <vector>

namespace vow::agent {

/// The class of a name; empty if neither a promise nor a condition names one.
std::vector<Explanation> explain_class(std::string_view name, const Clues& clues);

/// The variables that a name may mean, each with its last value.
std::vector<Explanation> explain_variables(std::string_view name, const Clues& clues);

} // namespace vow::agent
