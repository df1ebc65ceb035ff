#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow run`: loads the policy, keeps its promises, and reports the result. Returns the exit
/// status.
int run_policy(const Options& options);

/// `vow check`: loads the policy and prints its mistakes. Returns the exit status.
int check_policy(const Options& options);

} // namespace vow::agent
