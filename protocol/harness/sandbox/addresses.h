#pragma once

#include "protocol/harness/sandbox/attempt.h"
#include "protocol/harness/sandbox/caller.h"

#include <optional>
#include <string>

namespace vow::harness {

/// The contact with the owner of a socket address, given as its bytes; nullopt if that is inside of
/// the sandbox, does not exist, or only answers questions about names or takes log lines.
std::optional<Attempt> contact_with(const std::string& address, const Caller& caller);

/// The change that a message to the kernel by netlink(7) tries to make.
std::optional<Attempt> netlink_change(const std::string& message, int protocol);

} // namespace vow::harness
