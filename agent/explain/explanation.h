#pragma once

#include "protocol/data/data.h"

#include <optional>
#include <string>
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

} // namespace vow::agent
