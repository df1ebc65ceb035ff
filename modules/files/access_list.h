#pragma once

#include "modules/files/access_entry.h"
#include "modules/files/named_file.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <string>
#include <vector>

namespace vow::modules {

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
