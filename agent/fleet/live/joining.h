#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

// `vow fleet join` on a host, and the commands of operators for tokens and hosts. All return the
// exit status, and throw UsageError and BusError.

int join_fleet(const Options& options);
int new_token(const Options& options);
int new_user(const Options& options);
int approve_hosts(const Options& options);
int revoke_hosts(const Options& options);
int forget_hosts(const Options& options);

} // namespace vow::agent
