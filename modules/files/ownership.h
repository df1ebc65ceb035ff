#pragma once

#include "modules/files/named_file.h"
#include "protocol/promise/record.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

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
