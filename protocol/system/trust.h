#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>

namespace vow {

/// Decides whether a privileged program may believe or run the file at a path: only trusted users
/// may be able to change it. That depends on owner and mode of the file, of every folder above it,
/// and on the owner of every link on the way; a sticky folder may be writable, since there each
/// entry belongs to its owner.
///
/// The check goes from the root down, so that no other user can change what was checked before it
/// is opened.
class Trust {
public:
    /// Trusts whatever is at any path.
    static Trust in_everything() { return {}; }
    /// Trusts root and these users.
    explicit Trust(std::vector<uid_t> users);

    /// Names the path at fault, its owner and the remedy; nullopt if the path can be trusted, or
    /// nothing is there.
    std::optional<std::string> objection_to(const std::string& path) const;

private:
    Trust() = default;

    bool has(uid_t user) const;
    bool has_group(gid_t group) const;
    std::optional<std::string> fault_of(const std::string& path, const struct stat& status) const;

    std::optional<std::vector<uid_t>> users_ = {}; ///< nullopt: all
};

} // namespace vow
