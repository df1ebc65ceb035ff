#pragma once

#include "agent/fleet/sql_database.h"

#include <memory>
#include <string>

namespace vow::agent {

/// Connects to a PostgreSQL database, of a URL as libpq reads it ("postgresql://collector@db/vow").
/// A connection that is lost is made again by the next transaction. Throws DatabaseError.
std::unique_ptr<SqlDatabase> open_postgresql(const std::string& url);

} // namespace vow::agent
