#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vow {

/// The name of a promise type, and its module: a custom type names a module by path, a bundled one
/// does not.
struct PromiseType {
    std::string name;
    std::string interpreter = {};            ///< empty: the module is started by its own path
    std::string path = {};                   ///< absolute; empty: bundled, or not defined at all
    std::vector<std::string> arguments = {}; ///< of the program at `path`
    /// Types with different numbers share no process; see PromiseKeeper::end_isolation().
    std::uint64_t isolation = 0;

    friend bool operator==(const PromiseType&, const PromiseType&) = default;
};

} // namespace vow
