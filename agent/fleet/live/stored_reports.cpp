#include "agent/fleet/live/stored_reports.h"

#include "agent/command_line/arguments.h"
#include "agent/fleet/live/operator_bus.h"
#include "policy/run/usage_error.h"

namespace vow::agent {
namespace {

ReportStore in_file(const std::string& path) {
    return {open_sqlite(path), path};
}

} // namespace

ReportStore open_report_store(const FleetOptions& options) {
    constexpr std::string_view sqlite = "sqlite:";
    const std::string& name = options.into;
    if (name.empty()) return in_file(fleet_folder_of(options) + "/reports.db");
    if (name.starts_with(sqlite)) return in_file(absolute_path(name.substr(sqlite.size())));
    // Its URL may hold a password, which messages leave out.
    if (name.starts_with("postgresql://") || name.starts_with("postgres://"))
        return {open_postgresql(name), "the database of PostgreSQL"};
    throw UsageError(
        "'" + name + "' is not a database that can be used: write sqlite:FILE or postgresql://..."
    );
}

} // namespace vow::agent
