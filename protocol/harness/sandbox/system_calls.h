#pragma once

#include "protocol/harness/sandbox/attempt.h"
#include "protocol/harness/sandbox/caller.h"

#include <optional>
#include <string>
#include <vector>

#include <linux/filter.h>
#include <linux/seccomp.h>

namespace vow::harness {

/// Whether a supervisor sees the calls that give files other names, see completed_path().
enum class Namings { unseen, seen };

/// A filter for seccomp(2) that has a supervisor see the system calls that can reach outside of a
/// sandbox. All others run at full speed.
std::vector<sock_filter> filter_of_outward_calls(Namings namings);

/// Returns the attempt that one of these calls makes to reach outside, if any. Processes of the
/// sandbox have numbers from `first_process` on.
std::optional<Attempt>
attempt_of(const seccomp_data& call, const Caller& caller, pid_t first_process);

/// The path that one of these calls is about to give to a file that exists already; empty for other
/// calls.
std::string completed_path(const seccomp_data& call, const Caller& caller);

/// The contact with the owner of a socket address, given as its bytes; nullopt if that is inside of
/// the sandbox, does not exist, or only answers questions about names or takes log lines.
std::optional<Attempt> contact_with(const std::string& address, const Caller& caller);

/// The change that a message to the kernel by netlink(7) tries to make.
std::optional<Attempt> netlink_change(const std::string& message, int protocol);

} // namespace vow::harness
