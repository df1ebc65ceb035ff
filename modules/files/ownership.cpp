#include "modules/files/ownership.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/system/accounts.h"

#include <algorithm>
#include <cerrno>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

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

/// The new owner or group; nullopt if it is correct, or cannot be determined.
std::optional<std::uint32_t> wanted(
    const Kind& kind,
    const std::vector<std::string>& names,
    std::uint32_t present,
    const std::string& path,
    Record& record
) {
    if (names.empty()) return std::nullopt;
    std::optional<std::uint32_t> first;
    for (const std::string& name : names) {
        const auto id = kind.find(name);
        if (!id) {
            record.say(
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
        record.say(
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

void tell_change(
    const Kind& kind,
    const std::string& path,
    std::uint32_t before,
    std::optional<std::uint32_t> after,
    Record& record
) {
    if (!after) return;
    record.repaired(text(
        {kind.title,
         " of '",
         path,
         "' was ",
         std::to_string(before),
         ", set to ",
         std::to_string(*after)}
    ));
}

} // namespace

void keep_ownership(
    const std::vector<std::string>& owners,
    const std::vector<std::string>& groups,
    const std::string& path,
    Record& record
) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0) return;
    const auto owner = wanted(owner_kind, owners, status.st_uid, path, record);
    const auto group = wanted(group_kind, groups, status.st_gid, path, record);
    if (!owner && !group) return;
    if (!record.allows(change_of(path, owner, group))) return;

    constexpr std::uint32_t leave = ~std::uint32_t{0};
    const int done = lchown(path.c_str(), owner.value_or(leave), group.value_or(leave));
    if (done != 0) {
        const int error = errno;
        record.failed_with(
            error,
            text({"Cannot set ownership on file '", path, "'. (chown: ", system_message(error), ")"}
            )
        );
        return;
    }
    tell_change(owner_kind, path, status.st_uid, owner, record);
    tell_change(group_kind, path, status.st_gid, group, record);
}

} // namespace vow::modules
