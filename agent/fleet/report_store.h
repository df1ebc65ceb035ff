#pragma once

#include "agent/fleet/report.h"
#include "agent/fleet/rollout.h"
#include "agent/fleet/sql_database.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vow::agent {

/// A change or a failure on a host.
struct FleetOutcome {
    std::string host, name;
    FleetTime time = {}; ///< its run began
    ReportedOutcome outcome = {};
};

/// A promise on the hosts that do not keep it.
struct BrokenPromise {
    std::string host, name;
    FleetTime since = {}; ///< of the first run that did not keep it, without a break
    std::int64_t runs = 0;
    std::string reason = {};
};

/// A promise that the last runs of some hosts did not keep.
struct StandingFailure {
    ReportedOutcome outcome = {}; ///< on one of them
    std::int64_t hosts = 0;
};

/// A promise that a host repaired again and again: something undoes it.
struct RepeatedRepair {
    std::string host, name;
    ReportedOutcome outcome = {};
    std::int64_t repairs = 0;
    FleetTime last = {};
};

/// The runs of a day, in UTC.
struct RunsOfDay {
    FleetTime day = {};
    std::int64_t runs = 0, failed = 0, repaired = 0, not_kept = 0;
};

/// The hosts of a rollout at a time.
struct RolloutSample {
    FleetTime time = {};
    RolloutCount count = {};
};

/// Figures of what is stored.
struct StoredTotals {
    std::int64_t reports = 0, hosts = 0, failed = 0, repaired = 0, not_kept = 0;
};

/// Reports in a database: details for days, sums of days for months. Several programs may use it at
/// once. All members throw DatabaseError.
class ReportStore {
public:
    /// Prepares the tables. `name` is for messages.
    ReportStore(std::unique_ptr<SqlDatabase> database, const std::string& name);

    /// Stores reports that are not stored yet, all of them or none. Returns how many were new.
    std::int64_t add(const std::vector<Report>& reports);
    /// Stores a point of the curve of a rollout, unless it is as the last one.
    void add(const std::string& rollout, const RolloutSample& sample);
    /// Removes details of runs that began before `time`; their sums stay.
    void forget_details_before(FleetTime time);
    void forget_host(const std::string& host);

    StoredTotals totals();
    /// The latest first.
    std::vector<Report> reports_of(const std::string& host, std::int64_t most);
    std::vector<FleetOutcome> changes_since(FleetTime time, std::int64_t most);
    /// By place or handle: hosts whose last run did not keep it.
    std::vector<BrokenPromise> broken(const std::string& promise);
    /// Those of most hosts first.
    std::vector<StandingFailure> standing_failures(std::int64_t most);
    /// The hosts whose last run did not keep the promise of this type, place and handle.
    std::vector<FleetOutcome> hosts_failing(const ReportedOutcome& promise, std::int64_t most);
    /// Of each host, by its id: a text that is another one after each stored run.
    std::map<std::string, std::string> newest_runs();
    /// Repairs since `time` that came more than once, the most frequent first.
    std::vector<RepeatedRepair> repeated_repairs(FleetTime time, std::int64_t most);
    /// Of all hosts, or of one; days without a run are not there. The oldest first.
    std::vector<RunsOfDay> days_since(FleetTime time);
    std::vector<RunsOfDay> days_since(FleetTime time, const std::string& host);
    /// The oldest first.
    std::vector<RolloutSample> samples_of(const std::string& rollout);

private:
    bool add_report(const Report& report);
    void add_to_day(const Report& report);
    void add_outcomes(const Report& report);
    void add_last_run(const Report& report);

    std::unique_ptr<SqlDatabase> database_;
};

} // namespace vow::agent
