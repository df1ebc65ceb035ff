#pragma once

#include "protocol/system/command.h"

#include <optional>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace vow {

/// The user and the groups that a child changes to. Nothing in it: the child keeps ours.
struct ChildIdentity {
    std::optional<uid_t> user;
    std::optional<gid_t> group;
    std::vector<gid_t> groups; ///< empty: they stay as they are
};

/// Looks the user of a command up, which allocates: call it before the fork.
ChildIdentity child_identity(const Command& command);

/// Changes the identity of the calling process, a child that may share the memory of its parent:
/// allocates nothing. Returns the name of the call that failed, with the reason in errno; empty if
/// all succeeded.
std::string_view take_identity(const ChildIdentity& identity);

} // namespace vow
