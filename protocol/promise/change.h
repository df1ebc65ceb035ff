#pragma once

#include "protocol/data/data.h"

#include <optional>
#include <string>
#include <vector>

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

/// Changes as JSON, in the form of the wire and of reports.
Data data_from(const std::vector<Change>& changes);

/// nullopt if it is not an object with 'object' or the text 'what'. Without the latter, the change
/// gets words made of the other members; of one without `action`, the first word of `what` may name
/// it, as modules sent it before there were actions.
std::optional<Change> change_from(const Data& data);

} // namespace vow
