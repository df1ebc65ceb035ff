#pragma once

#include "agent/command_line/fleet_options.h"
#include "agent/fleet/report_store.h"
#include "agent/fleet/sql_database.h"

#include <memory>
#include <string>

namespace vow::agent {

/// Opens the database of `--into` or `--from`, or the usual SQLite file. Throws UsageError for
/// another kind of database, and DatabaseError.
ReportStore open_report_store(const FleetOptions& options);

/// Connects to a PostgreSQL database, of a URL as libpq reads it ("postgresql://collector@db/vow").
/// A connection that is lost is made again by the next transaction. Throws DatabaseError.
std::unique_ptr<SqlDatabase> open_postgresql(const std::string& url);

} // namespace vow::agent
