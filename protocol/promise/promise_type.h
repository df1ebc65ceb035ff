#pragma once

#include <string>

namespace vow {

/// What kind of promise it is, and who keeps such promises: a custom type names a module by path,
/// a bundled one names none.
struct PromiseType {
    std::string name;
    std::string interpreter = {}; ///< empty: the module is started by its own path
    std::string path = {};        ///< absolute; empty: bundled, or not defined at all

    friend bool operator==(const PromiseType&, const PromiseType&) = default;
};

} // namespace vow
