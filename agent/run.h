#pragma once

#include "agent/options.h"

namespace vow::agent {

/// `vow run`: reads the policy, keeps what it promises, and says how that went. The number is the
/// exit status.
int run_policy(const Options& options);

/// `vow check`: reads the policy and says what is wrong with it.
int check_policy(const Options& options);

} // namespace vow::agent
