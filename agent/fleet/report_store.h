#pragma once

#include "agent/fleet/report.h"
#include "agent/state/database.h"

#include <cstdint>
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
    std::string name;     ///< of the host
    FleetTime since = {}; ///< of the first run that did not keep it, without a break
    std::int64_t runs = 0;
    std::string reason = {};
};

/// Figures of what is stored.
struct StoredTotals {
    std::int64_t reports = 0, hosts = 0, failed = 0, repaired = 0, not_kept = 0;
};

/// Reports in an SQLite file: details for days, sums of days for months. All members throw
/// DatabaseError.
class ReportStore {
public:
    /// Creates the tables in a new file. One of another form is refused.
    explicit ReportStore(const std::string& path);

    /// Stores reports that are not stored yet, all of them or none. Returns how many were new.
    std::int64_t add(const std::vector<Report>& reports);
    /// Removes details of runs that began before `time`; their sums stay.
    void forget_details_before(FleetTime time);
    void forget_host(const std::string& host);

    StoredTotals totals();
    /// The latest first.
    std::vector<Report> reports_of(const std::string& host, std::int64_t most);
    std::vector<FleetOutcome> changes_since(FleetTime time, std::int64_t most);
    /// By place or handle: hosts whose last run did not keep it.
    std::vector<BrokenPromise> broken(const std::string& promise);

private:
    bool add_report(const Report& report);
    void add_to_day(const Report& report);
    void add_outcomes(const Report& report);

    Database database_;
};

} // namespace vow::agent
