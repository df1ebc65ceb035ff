#pragma once

#include "agent/command_line/options.h"
#include "agent/fleet/membership.h"
#include "agent/fleet/report.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// The last run of a host.
struct LastRun {
    Verdict verdict = Verdict::unknown;
    std::optional<std::int64_t> number = {};
    std::optional<FleetTime> finished = {};
};

/// The runs of a host as its fleet wants them: those that have not been delivered yet, from the
/// history in its work folder. The number of the last delivered one is kept in the membership.
class HostHistory {
public:
    HostHistory(const Options& options, const Membership& membership)
        : options_(options),
          membership_(membership) {}

    /// The oldest runs that have ended and were not delivered, at most so many; and how many wait.
    struct Pending {
        std::vector<Report> reports = {};
        std::int64_t count = 0;
        LastRun last = {};
    };
    Pending pending(const std::string& host, const std::string& name, std::size_t most) const;
    void mark_delivered(std::int64_t run) const;

private:
    const Options& options_;
    const Membership& membership_;
};

} // namespace vow::agent
