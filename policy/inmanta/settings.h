#pragma once

#include <string>
#include <vector>

namespace vow::inmanta {

/// The options of the command line for Inmanta models alone.
struct Settings {
    std::vector<std::string> agents = {}; ///< --agent: patterns; empty: those of this host
};

} // namespace vow::inmanta
