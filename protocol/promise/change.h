#pragma once

#include <string>

namespace vow {

/// One change of the machine that was made for a promise or, under warn, would have been made
/// (protocol/README.md, section 9). Its texts contain no secrets.
struct Change {
    std::string what;        ///< in words that follow "should": "create file '/x'"
    std::string path = {};   ///< empty if it is not about a file; so are the next two
    std::string before = {}; ///< the old state
    std::string after = {};  ///< the new state
    std::string diff = {};
};

} // namespace vow
