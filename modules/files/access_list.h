#pragma once

#include "modules/files/named_file.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"
#include "protocol/system/acl.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// The kind of access control list that an entry is written for.
enum class AccessListType { generic, posix, ntfs };

/// Permissions to add and to remove.
struct AccessChange {
    unsigned set = 0;
    unsigned clear = 0;

    unsigned applied_to(unsigned permissions) const { return (permissions & ~clear) | set; }
};

/// The entry that words are about, without permissions, and their change.
struct AccessEntry {
    std::optional<AclEntry> entry; ///< nullopt for an account that does not exist
    AccessChange change = {};
    std::string unknown = {}; ///< the message about that account
};

/// Reads "user:man:+rw,-x", "all:r", "mask:rx": user and group with a name, or "*" for the owner.
/// The words have no fault.
AccessEntry parse_access_entry(std::string_view words);

/// The reason why an entry is not valid for lists of this type; empty if it is.
std::string fault_of_access_entry(std::string_view words, AccessListType type);

/// An `acl` body: entries such as "user:man:rwx", in the words of the policy.
struct AccessList {
    enum class Method { append, overwrite };
    using Type = AccessListType;
    enum class Inherited { unset, unchanged, access, specified, cleared }; ///< by files in a folder

    Method method = Method::append;
    Type type = Type::generic;
    Inherited inherited = Inherited::unset;
    std::vector<std::string> entries = {};
    std::vector<std::string> inherited_entries = {};

    /// `body` has been validated.
    static AccessList from(const Settings& body);
};

/// Gives a file the promised access control list; links are left alone.
void keep_access_list(const AccessList& list, const NamedFile& file, Record& record);

} // namespace vow::modules
