#pragma once

#include "agent/command_line/options.h"
#include "agent/state/disk_state.h"
#include "policy/run/host_files.h"
#include "policy/run/world.h"
#include "protocol/data/data.h"

#include <optional>
#include <string>

namespace vow::agent {

/// The version of the events in docs/commands.md: a member that is renamed or removed changes it.
constexpr int event_schema = 1;

/// The members of a run's first event: who runs which policy on which host, and with which options.
/// The run gets a new identifier. `policy` is the absolute path of the policy; its digest is the
/// SHA-256 of the file as it was named or, of a folder, that of the names and digests of the files
/// directly in it; empty if it cannot be read.
Data start_of(const Options& options, const std::string& policy, HostFiles& files);

/// Excludes other runs of `vow` in the same work folder until the state is destroyed. Waits for one
/// as long as --wait permits, through the world's keeper.
///
/// Returns the exit status, after logging why, if the run must not go on: another one holds the
/// lock, or a signal has ended the wait. Dry runs and runs without locks exclude no other run.
std::optional<int> exclude_other_runs(const Options& options, DiskState& state, const World& world);

} // namespace vow::agent
