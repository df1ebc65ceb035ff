#pragma once

#include "agent/command_line/options.h"
#include "agent/state/disk_state.h"
#include "policy/run/world.h"

#include <optional>

namespace vow::agent {

/// Excludes other runs of `vow` in the same work folder until the state is destroyed. Waits for one
/// as long as --wait permits, through the world's keeper.
///
/// Returns the exit status, after logging why, if the run must not go on: another one holds the
/// lock, or a signal has ended the wait. Dry runs and runs without locks exclude no other run.
std::optional<int> exclude_other_runs(const Options& options, DiskState& state, const World& world);

} // namespace vow::agent
