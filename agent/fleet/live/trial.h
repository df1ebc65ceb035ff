#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

// A fleet to try out, on this machine alone: a server on loopback, the services and three hosts in
// roots that are thrown away. Both return the exit status, and throw UsageError.

/// `vow fleet up`: starts it, and returns when its hosts are there.
int start_trial(const Options& options);
/// `vow fleet down`.
int end_trial(const Options& options);

} // namespace vow::agent
