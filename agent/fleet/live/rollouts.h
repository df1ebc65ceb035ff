#pragma once

#include "agent/command_line/options.h"
#include "agent/fleet/rollout.h"

namespace vow::agent {

// The commands of rollouts. All return the exit status, and throw UsageError and BusError.

/// `vow fleet release`: wakes all hosts.
int announce_release(const Options& options);
int start_rollout(const Options& options);
int show_rollouts(const Options& options);
int change_rollout(const Options& options, RolloutAction action);

} // namespace vow::agent
