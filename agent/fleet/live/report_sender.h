#pragma once

#include "agent/fleet/live/host_connection.h"
#include "agent/fleet/live/host_reports.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// Sends to the fleet the reports that runs have put into the spool of a work folder, whatever
/// started them. When to look there is its caller's decision.
class ReportSender {
public:
    /// Of the host with this id, whose key signs.
    ReportSender(HostReports reports, std::string host, NKey key);

    struct Found {
        std::vector<SpooledReport> reports = {}; ///< the oldest
        bool has_new_run = false;                ///< another run has ended since the last look
    };
    /// Reads the spool, and the last run. Throws std::runtime_error if the state database cannot be
    /// used.
    Found look();
    /// Sends a report and takes it off the spool. One that the fleet would drop does not hold up
    /// the others: returns why it was dropped instead. Throws BusError, and as look() does.
    std::optional<std::string> send(const SpooledReport& report, HostConnection& fleet);

    const LastRun& last_run() const { return last_; }
    /// How many reports are still to be sent.
    std::int64_t waiting() const { return waiting_; }

private:
    HostReports reports_;
    std::string host_;
    NKey key_;
    LastRun last_;
    std::int64_t waiting_ = 0;
};

} // namespace vow::agent
