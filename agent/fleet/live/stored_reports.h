#pragma once

#include "agent/command_line/fleet_options.h"

#include <string>

namespace vow::agent {

/// The SQLite file of `--into` or `--from`, or the usual one. Throws UsageError for another kind of
/// database.
std::string path_of_reports(const FleetOptions& options);

} // namespace vow::agent
