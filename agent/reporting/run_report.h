#pragma once

#include "agent/history/packed_outcomes.h"
#include "agent/reporting/report_settings.h"
#include "agent/reporting/spool.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The version of the form in docs/report.schema.json: a member that is renamed or removed changes
/// it.
inline constexpr int report_schema = 1;

/// Members of reports that do not come from the run.
struct ReportAdditions {
    std::string fleet_id = {}; ///< of the host; empty outside a fleet
    Data facts = {};           ///< an object, of those that the settings name; may be null
    Data of_pull = {};         ///< an object, as `vow pull` left it (report_additions_key); or null
    DroppedReports dropped = {};
};

/// Where `vow pull` leaves members for the reports of later runs, as a document of the state: an
/// object such as {"host": "the identity of this host", "release": {...}}. Its `host` takes the
/// place of the host's name in ids.
inline constexpr std::string_view report_space = "report";
inline constexpr std::string_view report_additions_key = "additions";
/// Where `vow fleet join` and `vow agent` leave the id that the host has in its fleet, a text:
/// every run is reported to the bus then, with this id before any other. It is a document of its
/// own, as `vow pull` has another identity.
inline constexpr std::string_view report_fleet_key = "fleet";

/// The report of a run that has finished. Outcomes that would make it longer than the spool and
/// message queues take are counted as omitted, those that do not speak against the run first.
NewReport report_of(
    const RecordedRun& run, const RunEnd& end, ReportLevel level, const ReportAdditions& additions
);
/// The report of a run that was killed.
NewReport
report_of_unfinished(const RecordedRun& run, RunTime now, const ReportAdditions& additions);

} // namespace vow::agent
