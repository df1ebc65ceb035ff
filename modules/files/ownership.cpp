#include "modules/files/permissions.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/accounts.h"
#include "protocol/system/path_walk.h"

#include <optional>

#include <sys/stat.h>

namespace vow::modules {

namespace {

/// The words in which messages about owners and groups differ.
struct Kind {
    std::string_view name;    ///< within a change: "owner"
    std::string_view title;   ///< at the start of a message: "Owner"
    std::string_view account; ///< "user"
    std::string_view number;  ///< "UID"
    std::string_view call;    ///< "getpwnam"
    std::optional<std::uint32_t> (*find)(const std::string&);
    std::optional<std::string> (*name_of)(std::uint32_t);
    std::string_view unknown; ///< warning about a number without a name
};

constexpr Kind owner_kind = {
    "owner",
    "Owner",
    "user",
    "UID",
    "getpwnam",
    user_id,
    user_name,
    "' is not owned by anybody in the passwd database (uid = "};
constexpr Kind group_kind = {
    "group",
    "Group",
    "group",
    "GID",
    "getgrnam",
    group_id,
    group_name,
    "' is not owned by any group in group database  (gid = "};

/// The account that a file of `present` is to get; nullopt if that one is right, or none exists.
std::optional<std::uint32_t>
account_to_set(const Kind& kind, const AccountNames& names, std::uint32_t present) {
    std::optional<std::uint32_t> first;
    for (const std::string& name : names) {
        const auto id = kind.find(name);
        if (id == present) return std::nullopt;
        if (!first) first = id;
    }
    return first;
}

/// A file whose content was just replaced may have its new owner already; to set it once more would
/// clear the set-id bits.
int set_ownership(
    const Place& place, std::optional<std::uint32_t> owner, std::optional<std::uint32_t> group
) {
    constexpr std::uint32_t leave = ~std::uint32_t{0};
    const auto now = place.status();
    if (!now) return now.error();
    const bool is_set =
        owner.value_or(now->st_uid) == now->st_uid && group.value_or(now->st_gid) == now->st_gid;
    return is_set ? 0 : place.set_owner(owner.value_or(leave), group.value_or(leave), *now);
}

/// The new owner or group; nullopt if it is correct, or cannot be determined.
std::optional<std::uint32_t> wanted(
    const Kind& kind,
    const AccountNames& names,
    std::uint32_t present,
    const std::string& path,
    Record& record
) {
    if (names.empty()) return std::nullopt;
    std::optional<std::uint32_t> first;
    for (const std::string& name : names) {
        const auto id = kind.find(name);
        if (!id) {
            record.log(
                LogLevel::info,
                text(
                    {"Could not get ",
                     kind.number,
                     " for ",
                     kind.account,
                     " '",
                     name,
                     "', (",
                     kind.call,
                     ": not found)"}
                )
            );
        } else if (*id == present) {
            record.kept(
                text({kind.title, " of '", path, "' as promised (", std::to_string(present), ")"})
            );
            return std::nullopt;
        } else if (!first) {
            first = id;
        }
    }
    if (!first) {
        record.failed(text(
            {"None of the promised ",
             kind.name,
             "s for '",
             path,
             "' exist -- see INFO logs for more"}
        ));
        return std::nullopt;
    }
    if (!kind.name_of(present)) {
        record.log(
            LogLevel::warning, text({"File '", path, kind.unknown, std::to_string(present), ")"})
        );
    }
    return first;
}

std::string change_of(
    const std::string& path, std::optional<std::uint32_t> owner, std::optional<std::uint32_t> group
) {
    const std::string of_path = " of '" + path + "' to '";
    if (!group) return "change owner" + of_path + std::to_string(*owner) + "'";
    if (!owner) return "change group" + of_path + std::to_string(*group) + "'";
    return "change owner and group" + of_path + std::to_string(*owner) + ":" +
           std::to_string(*group) + "'";
}

/// "root", "root:adm" or "adm": as much as is promised.
std::string accounts_text(std::optional<uid_t> owner, std::optional<gid_t> group) {
    std::string text;
    if (owner) text = user_name(*owner).value_or(std::to_string(*owner));
    if (owner && group) text += ":";
    if (group) text += group_name(*group).value_or(std::to_string(*group));
    return text;
}

/// The reason why a link stays its owner's.
std::string refusal_to_give(const std::string& path, uid_t owner) {
    const std::string number = std::to_string(owner);
    return text(
        {"Symlink '",
         path,
         "' is not given to another owner, who would be believed to have made it: it belongs to ",
         "user ",
         user_name(owner).value_or(number),
         ", who chose where it leads. Remove it, or, if it leads to the right place, give it away ",
         "by hand: chown -h 0:0 ",
         path}
    );
}

/// `entry` is "'PATH'" or "link 'PATH'".
void log_change(
    const Kind& kind,
    const std::string& entry,
    std::uint32_t before,
    std::optional<std::uint32_t> after,
    Record& record
) {
    if (!after) return;
    record.repaired(text(
        {kind.title,
         " of ",
         entry,
         " was ",
         std::to_string(before),
         ", set to ",
         std::to_string(*after)}
    ));
}

} // namespace

std::optional<uid_t> owner_to_set(const AccountNames& owners, uid_t present) {
    return account_to_set(owner_kind, owners, present);
}

std::optional<gid_t> group_to_set(const AccountNames& groups, gid_t present) {
    return account_to_set(group_kind, groups, present);
}

void keep_ownership(
    const AccountNames& owners,
    const AccountNames& groups,
    const NamedFile& file,
    const struct stat& before,
    Record& record
) {
    const std::string& path = file.path();
    const auto owner = wanted(owner_kind, owners, before.st_uid, path, record);
    const auto group = wanted(group_kind, groups, before.st_gid, path, record);
    if (!owner && !group) return;
    if (owner && would_be_believed(before, *owner))
        return record.warned(refusal_to_give(path, before.st_uid));
    const std::string present = accounts_text(
        owner ? std::optional(before.st_uid) : std::nullopt,
        group ? std::optional(before.st_gid) : std::nullopt
    );
    if (!record.allows(field_change(
            change_of(path, owner, group),
            path,
            owner ? "owner" : "group",
            present,
            accounts_text(owner, group)
        )))
        return;
    if (const int error = set_ownership(file.place(), owner, group); error != 0) {
        record.denied(text(
            {"Cannot set ownership on file '", path, "'. (chown: ", system_message(error), ")"}
        ));
        return;
    }
    const std::string entry = text({S_ISLNK(before.st_mode) ? "link '" : "'", path, "'"});
    log_change(owner_kind, entry, before.st_uid, owner, record);
    log_change(group_kind, entry, before.st_gid, group, record);
}

} // namespace vow::modules
