#pragma once

#include "agent/command_line/options.h"
#include "policy/run/host_files.h"
#include "protocol/data/data.h"

#include <string>

namespace vow::agent {

/// The version of the events in docs/commands.md: a member that is renamed or removed changes it.
constexpr int event_schema = 1;

/// The members of a run's first event: who runs which policy on which host, and with which options.
/// The run gets a new identifier. `policy` is the absolute path of the policy; its digest is the
/// SHA-256 of the file as it was named or, of a folder, that of the names and digests of the files
/// directly in it; empty if it cannot be read.
Data start_of(const Options& options, const std::string& policy, HostFiles& files);

} // namespace vow::agent
