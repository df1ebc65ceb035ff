#pragma once

#include "agent/explain/clues.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The answer about one thing that `vow explain` was given the name of (docs/commands.md).
struct Explanation {
    std::string kind; ///< class, variable, promise, or the language's word for a scope
    std::string name; ///< of a promise: "files '/etc/motd'"
    std::string state;
    std::optional<std::string> value = {}; ///< of a variable
    std::string place = {};                ///< "motd.cf:6"; empty if it has none
    int pass = 0;                          ///< 0: the language has no passes
    std::vector<Data> reasons = {};        ///< docs/commands.md, "Reasons"
};

/// All that a name, a handle, a promiser or FILE:LINE may mean in a policy; "class:", "variable:",
/// "bundle:", "promise:", "step:" and "resource:" before it choose one kind. Empty if it is nothing
/// at all.
std::vector<Explanation> explain(std::string_view what, const Clues& clues);

/// "did you mean 'X'?" for something that is nothing at all; empty if no name is like it.
std::string suggestion_for(std::string_view what, const Clues& clues);

} // namespace vow::agent
