#pragma once

#include "agent/command_line/fleet_options.h"
#include "agent/fleet/report_store.h"

namespace vow::agent {

/// Opens the database of `--into` or `--from`, or the usual SQLite file. Throws UsageError for
/// another kind of database, and DatabaseError.
ReportStore open_report_store(const FleetOptions& options);

} // namespace vow::agent
