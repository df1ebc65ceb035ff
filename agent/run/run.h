#pragma once

#include "agent/command_line/options.h"

#include <set>
#include <string>

namespace vow::agent {

/// `vow run`: loads the policy, keeps its promises, and reports the result. Returns the exit
/// status.
int run_policy(const Options& options);

/// `vow check`: loads the policy and prints its mistakes. Returns the exit status.
int check_policy(const Options& options);

/// The result of a check that printed nothing.
struct PolicyCheck {
    int status;
    std::set<std::string> files; ///< of policy, that were read: absolute paths
};
/// The same check of the policy `options.subject`, for other commands. Throws UsageError.
PolicyCheck examine_policy(const Options& options);

/// `vow plan --sandbox`: runs a policy for real, in a copy of this host that is thrown away, and
/// shows what it changed there. Returns the exit status. Throws UsageError when no sandbox can be
/// made here, or when an option would write a file in it; then nothing has run.
int run_in_sandbox(Options options);

} // namespace vow::agent
