#pragma once

#include "agent/fleet/message_reader.h"
#include "agent/fleet/sql_database.h"

#include <string>

namespace vow::agent {

// Tables have times in seconds since 1970, and days in days since then.

constexpr std::int64_t day_length = 86'400;

inline std::int64_t stored_time(FleetTime time) {
    return time.time_since_epoch().count();
}

inline FleetTime time_from(std::int64_t stored) {
    return FleetTime(std::chrono::seconds(stored));
}

/// Creates the tables of reports in an empty database, and brings those of an older vow to today's
/// form without losing a row. Throws DatabaseError, with `name`, for tables of a newer one.
void prepare_report_tables(SqlDatabase& database, const std::string& name);

} // namespace vow::agent
