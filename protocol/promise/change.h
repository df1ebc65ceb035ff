#pragma once

#include "protocol/data/data.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// The effect of a change on its object.
enum class ChangeAction { create, update, remove };

/// A content that is too large to be shown, or no text.
struct HiddenContent {
    std::uint64_t size = 0; ///< in bytes
    std::string sha256;

    static HiddenContent of(std::string_view content);
    friend bool operator==(const HiddenContent&, const HiddenContent&) = default;
};

/// One change of the machine that was made for a promise or, under warn, would have been made
/// (protocol/README.md, section 9). Its texts contain no secrets. Only `what` is always there.
struct Change {
    std::string what;        ///< in words that follow "should": "create file '/x'"; for people only
    std::string path = {};   ///< empty if it is not about a file; so are the next two
    std::string before = {}; ///< the old state
    std::string after = {};  ///< the new state
    std::string diff = {};
    std::optional<ChangeAction> action = {};         ///< nullopt if the module does not name it
    std::string kind = {};                           ///< of the object: "package"
    std::string object = {};                         ///< its name
    std::string field = {};                          ///< the part of it that changes: "mode"
    std::optional<HiddenContent> hidden_before = {}; ///< instead of `before`
    std::optional<HiddenContent> hidden_after = {};  ///< instead of `after`
};

/// The change of a file's content: texts that are small are shown, others by size and digest, and
/// the difference between texts is unified. nullopt for a file that is not there.
Change content_change(
    std::string what,
    const std::string& path,
    std::optional<std::string_view> before,
    std::optional<std::string_view> after
);

/// The change of one field of a path: its mode, its owner, the target of a link.
Change field_change(
    std::string what,
    const std::string& path,
    std::string field,
    std::string before,
    std::string after
);

/// Something at a path is made or removed; `field` is "exists".
Change presence_change(std::string what, const std::string& path, ChangeAction action);

/// The name of what changes: `object`, or what older modules send instead.
const std::string& object_of(const Change& change);

/// Changes as JSON, in the form of reports (docs/commands.md, "Changes").
Data data_from(const std::vector<Change>& changes);

/// The same in the form of the wire, where a module sends only members that it knows.
Data sent_data(const std::vector<Change>& changes);

/// nullopt if it is not an object with 'object' or the text 'what'. Without the latter, the change
/// gets words made of the other members; of one without `action`, the first word of `what` may name
/// it, as modules sent it before there were actions.
std::optional<Change> change_from(const Data& data);

} // namespace vow
