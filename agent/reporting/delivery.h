#pragma once

#include "agent/reporting/report_settings.h"
#include "agent/state/disk_state.h"

#include <chrono>
#include <string>
#include <vector>

namespace vow::agent {

/// When and for how long reports are sent.
struct SendTerms {
    enum class Retries {
        spread, ///< a destination that failed is left alone for a while, up to an hour
        now     ///< each is tried
    };

    std::chrono::system_clock::time_point now = {};
    std::chrono::steady_clock::time_point deadline = {};
    Retries retries = Retries::spread;
};

/// The result of sending the reports in the spool.
struct Sending {
    std::size_t stored = 0;                 ///< by all destinations together
    std::int64_t waiting = 0;               ///< of those that the settings name, but the bus
    std::vector<std::string> problems = {}; ///< a sentence for each destination that failed
};

/// Sends the reports that wait in the spool of a state to the destinations of the settings, in
/// batches, until all are stored or the deadline has come. A report is taken off a destination's
/// list when that has stored it: one that is interrupted is sent again. The bus is left to the
/// resident agent. A state database that cannot be used is logged by the state, and nothing is
/// sent.
Sending send_reports(DiskState& state, const ReportSettings& settings, const SendTerms& terms);

} // namespace vow::agent
