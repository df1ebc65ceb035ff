#pragma once

#include "protocol/system/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vow {

/// An entry of a POSIX access control list (acl(5)).
struct AclEntry {
    enum class Tag : std::uint16_t {
        owner = 0x01,
        user = 0x02,
        owning_group = 0x04,
        group = 0x08,
        mask = 0x10,
        other = 0x20
    };
    Tag tag;
    std::uint32_t id = ~std::uint32_t{0}; ///< of a user or group
    unsigned permissions = 0;             ///< 4 to read, 2 to write, 1 to execute

    bool is_about(const AclEntry& entry) const { return tag == entry.tag && id == entry.id; }
    friend bool operator==(const AclEntry&, const AclEntry&) = default;
};

/// The entries in the order of the system: by tag, then by id. Place::acl() reads one.
using Acl = std::vector<AclEntry>;

/// A folder has an inherited list for its new files, besides its own.
enum class AclKind { access, inherited };

/// The list of the file at a path; the one that its mode stands for if it has no other. Fails with
/// EOPNOTSUPP where the file system has none. For a path that only trusted users can change; else
/// Place::acl().
SystemResult<Acl> read_acl(const std::string& path, AclKind kind);

/// "user:root:rwx", with names where there are some.
std::string text_of(const AclEntry& entry);
/// The same for all entries, separated by commas.
std::string text_of(const Acl& acl);

/// Sorts the entries.
void put_in_order(Acl& acl);

// The rules of access lists (acl(5)), as libacl has them.

/// Sets the mask to what withholds nothing from any user or group.
void calculate_mask(Acl& acl);

/// Why the system would not take a list.
struct AclFault {
    int index; ///< of the entry
    std::string reason;
};

std::optional<AclFault> fault_of(const Acl& acl);

} // namespace vow
