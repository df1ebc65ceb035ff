#pragma once

#include "modules/files/named_file.h"
#include "modules/sdk/cpp/file_text.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// A parsed `mode`: bits to set and bits to clear. "600" determines all twelve, "u+x" only one.
struct ModeChange {
    std::uint32_t set = 0;
    std::uint32_t clear = 0;

    std::uint32_t applied_to(std::uint32_t mode) const { return (mode | set) & ~clear; }
    /// The mode of a new file.
    std::uint32_t for_new_file() const { return set & ~clear; }
};

/// Parses octal numbers and symbolic clauses, separated by commas: "0644", "u=rwx,go=rx", "a-w",
/// "o-rwx,+t". nullopt if it is not a mode.
std::optional<ModeChange> mode_change_from(std::string_view words);

/// A `perms` body: mode, owners and groups. Any of the owners (and groups) is correct; a wrong one
/// is changed to the first that exists.
struct Permissions {
    std::optional<ModeChange> mode = {};
    std::vector<std::string> owners = {};
    std::vector<std::string> groups = {};
    bool x_for_r_on_directories =
        false; ///< rxdirs: directories are searchable by those who may read them

    /// `body` has been validated.
    static Permissions from(const Settings& body);
};

/// The mode that a file of status `present` is to get.
std::uint32_t promised_mode(const Permissions& permissions, const struct stat& present);

/// Gives a file the promised permissions. Does not follow links: only their own owner and group are
/// changed. `before` is the status to judge where this promise has replaced the file since: the new
/// one has its permissions already.
void keep_permissions(
    const Permissions& permissions,
    const NamedFile& file,
    const std::optional<struct stat>& before,
    Record& record
);

/// The same for new content that takes the place of a file of status `present`.
FileAccess access_to(const Permissions& permissions, const struct stat& present);

/// The users, or groups, any of which may own a file; empty: any at all.
using AccountNames = std::vector<std::string>;

/// The owner that a file of `present` is to get; nullopt if that one is right, or none exists.
std::optional<uid_t> owner_to_set(const AccountNames& owners, uid_t present);
std::optional<gid_t> group_to_set(const AccountNames& groups, gid_t present);

/// Makes one of `owners` and one of `groups` own a file. Does not follow links. `before` is the
/// status to judge, which this promise may have changed since.
void keep_ownership(
    const AccountNames& owners,
    const AccountNames& groups,
    const NamedFile& file,
    const struct stat& before,
    Record& record
);

} // namespace vow::modules
