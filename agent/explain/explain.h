#pragma once

#include "agent/explain/clues.h"
#include "agent/explain/explanation.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// All that a name, a handle, a promiser or FILE:LINE may mean in a policy; "class:", "variable:",
/// "bundle:", "promise:", "step:" and "resource:" before it choose one kind. Empty if it is nothing
/// at all.
std::vector<Explanation> explain(std::string_view what, const Clues& clues);

/// "did you mean 'X'?" for something that is nothing at all; empty if no name is like it.
std::string suggestion_among(std::string_view what, const Clues& clues);

} // namespace vow::agent
