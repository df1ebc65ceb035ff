#pragma once

#include "agent/history/packed_outcomes.h"
#include "agent/reporting/report_settings.h"
#include "agent/reporting/run_report.h"
#include "agent/state/disk_state.h"
#include "policy/run/facts.h"
#include "protocol/description/secrets.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// The settings by which a run is reported: those that were read, with the bus as a further
/// destination on a host of a fleet. nullopt: it is not reported.
std::optional<ReportSettings>
settings_with_fleet(std::optional<ReportSettings> settings, DiskState& state);

/// Reports one run: its report joins the spool in the transaction that records it, so that neither
/// is there without the other, and is sent after it.
class Reporter {
public:
    /// Borrows the state.
    Reporter(ReportSettings settings, DiskState& state)
        : settings_(std::move(settings)),
          state_(state) {}

    /// Looks up the facts of the report, before its transaction begins.
    void collect(Facts& facts, const Secrets& secrets);
    /// Puts the report of a run into the spool, after those of runs that were killed since the last
    /// report. To be called inside a transaction.
    void spool(Database& database, const RecordedRun& run, const RunEnd& end) const;
    /// Sends what waits, without delaying the exit by more than two seconds. Returns a sentence for
    /// each destination that failed.
    std::vector<std::string> send(std::chrono::system_clock::time_point now);

private:
    NewReport masked(NewReport report) const;

    ReportSettings settings_;
    DiskState& state_;
    ReportAdditions additions_;
    const Secrets* secrets_ = nullptr; ///< once collected
};

} // namespace vow::agent
