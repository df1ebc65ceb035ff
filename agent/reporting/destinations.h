#pragma once

#include "agent/reporting/report_settings.h"
#include "agent/reporting/spool.h"

#include <chrono>
#include <span>
#include <string>

namespace vow::agent {

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

} // namespace vow::agent
