#pragma once

#include <string>

namespace vow {

/// One change of the machine that was made for a promise or, when only warning, would have been
/// (protocol/README.md, section 9). Secrets are in none of its texts.
struct Change {
    std::string what;        ///< in words that follow "should": "create file '/x'"
    std::string path = {};   ///< empty: it is about no file; so for the others
    std::string before = {}; ///< the old state
    std::string after = {};  ///< the new state
    std::string diff = {};
};

} // namespace vow
