#pragma once

#include "agent/history/run_record.h"
#include "agent/reporting/report_settings.h"
#include "agent/state/database.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// How much is lost with a report: the lowest are dropped first.
enum class ReportRank { kept, changed, failed };

/// A report on its way into the spool.
struct NewReport {
    std::string id; ///< "HOST/RUN", the same whenever and wherever it is sent
    RunTime made = {};
    ReportRank rank = ReportRank::kept;
    std::string document; ///< JSON on one line, masked
};

/// A report that waits.
struct SpooledReport {
    std::int64_t number = 0;
    std::string id;
    std::string document;
};

/// The reports that were lost since the state database exists.
struct DroppedReports {
    std::int64_t too_old = 0; ///< waited longer than max_age
    std::int64_t no_room = 0; ///< made room for others
    std::int64_t refused = 0; ///< by a destination, for ever
    std::int64_t failed = 0;  ///< of all of these: about runs that failed
};

/// When a destination that failed is to be tried again.
struct NextTry {
    std::int64_t failures = 0; ///< one after the other
    RunTime time = {};
};

/// The reports in the state database that some destination has not taken yet: bounded by size and
/// age. When room is needed, reports on runs that kept everything go first, those on failures last,
/// the oldest of each first. Every report waits until each of its destinations has it: it is
/// delivered at least once, and its id identifies one that is delivered twice. Not thread-safe;
/// several processes may share the database. All members throw DatabaseError.
class Spool {
public:
    /// Borrows the database, and creates the tables in it.
    explicit Spool(Database& database);

    /// Adds a report for the destinations of the settings, and drops others for it. To be called
    /// inside a transaction. An id that waits already is not added again.
    void add(const NewReport& report, const ReportSettings& settings);

    /// The oldest reports for a destination: at most `count`, and as many as `bytes` allow, but
    /// one.
    std::vector<SpooledReport>
    due(std::string_view destination, std::size_t count, std::size_t bytes);
    /// Takes reports that a destination stored, or refused for ever, off its list.
    enum class End { stored, refused };
    void finish(std::string_view destination, std::span<const SpooledReport> reports, End end);

    /// The number of reports that a destination has not taken.
    std::int64_t waiting(std::string_view destination);
    DroppedReports dropped();

    NextTry next_try(std::string_view destination);
    void set_next_try(std::string_view destination, const NextTry& next);

    /// The number of the last run that was reported; nullopt if none was.
    std::optional<std::int64_t> last_run();
    void set_last_run(std::int64_t run);

private:
    std::int64_t note(std::string_view name);
    void set_note(std::string_view name, std::int64_t value);
    void count(std::string_view cause, std::int64_t rank);
    void drop(std::int64_t report, std::string_view cause);
    void prune(RunTime now, const ReportSettings& settings);
    void forget_others(const std::vector<ReportDestination>& destinations);
    std::vector<std::int64_t> older_than(RunTime time);
    std::vector<std::int64_t> beyond(std::int64_t bytes);

    Database& database_;
};

} // namespace vow::agent
