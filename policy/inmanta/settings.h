#pragma once

#include <string>
#include <vector>

namespace vow::inmanta {

/// Whether vow or a module's handlers in Python keep resources that vow can keep itself.
enum class Keepers {
    usual,  ///< the module, unless it is std
    native, ///< vow
    python  ///< the module; the plugins of std are its own, too
};

/// The options of the command line for Inmanta models alone.
struct Settings {
    std::vector<std::string> agents = {}; ///< --agent: patterns; empty: those of this host
    Keepers keepers = Keepers::usual;     ///< --native, --python
    std::vector<std::string> only = {};   ///< --only: FILE:LINE, an id or an entity; empty: all
};

} // namespace vow::inmanta
