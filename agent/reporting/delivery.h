#pragma once

#include "agent/reporting/report_settings.h"
#include "agent/reporting/spool.h"
#include "agent/state/disk_state.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// The result of handing reports to a destination.
struct Receipt {
    std::size_t stored = 0;   ///< so many from the first on; of the web and a file all or none
    bool is_too_much = false; ///< the destination takes fewer at once, or refuses the only one
    std::string problem = {}; ///< why the others were not stored; empty if time ran out
};

/// Hands reports to a folder, a file, or a server.
///
/// A folder gets FOLDER/HOST/RUN.json each, complete or not at all, for the running user alone. A
/// file gets a line each. A server gets one POST with a line each (application/x-ndjson),
/// compressed by zstd where libzstd is installed; one that answers 415 gets it once more as it is.
/// Any status of 200 to 299 means that all are stored; 413 and 422 that it refuses so many.
/// Redirections are not followed. At `deadline` a connection is given up, and no further file
/// begun. Not for the bus.
Receipt deliver(
    const ReportDestination& destination,
    std::span<const SpooledReport> reports,
    const std::string& certificates,
    std::chrono::steady_clock::time_point deadline
);

/// The text as one frame of Zstandard (RFC 8878). nullopt if libzstd.so.1, which is opened at the
/// first use, is not installed.
std::optional<std::string> zstd_compressed(std::string_view text);

} // namespace vow::agent
