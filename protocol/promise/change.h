#pragma once

#include <optional>
#include <string>

namespace vow {

/// The effect of a change on its object.
enum class ChangeAction { create, update, remove };

/// One change of the machine that was made for a promise or, under warn, would have been made
/// (protocol/README.md, section 9). Its texts contain no secrets. Only `what` is always there.
struct Change {
    std::string what;        ///< in words that follow "should": "create file '/x'"; for people only
    std::string path = {};   ///< empty if it is not about a file; so are the next two
    std::string before = {}; ///< the old state
    std::string after = {};  ///< the new state
    std::string diff = {};
    std::optional<ChangeAction> action = {}; ///< nullopt if the module does not name it
    std::string kind = {};                   ///< of the object: "package"
    std::string object = {};                 ///< its name
    std::string field = {};                  ///< the part of it that changes: "mode"
};

} // namespace vow
