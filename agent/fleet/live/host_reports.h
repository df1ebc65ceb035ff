#pragma once

#include "agent/command_line/options.h"
#include "agent/fleet/messages.h"
#include "agent/release/gate.h"
#include "agent/reporting/spool.h"
#include "agent/state/store.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// The last run of a host that has ended.
struct LastRun {
    Verdict verdict = Verdict::unknown;
    std::optional<std::int64_t> number = {};
    std::optional<FleetTime> finished = {};
};

/// The parts of a work folder that concern its fleet: the reports in its spool that wait for the
/// bus, which runs put there themselves, and the last run. Members throw std::runtime_error if the
/// state database cannot be used.
class HostReports {
public:
    /// Of the work folder that the options name.
    explicit HostReports(const Options& options);

    /// From now on each run in the work folder is reported to the bus, by whatever it is started,
    /// under the host's id in its fleet.
    void begin(const std::string& host) const;

    /// Ends that, and drops the reports that wait for the bus. Returns their number.
    std::int64_t end() const;

    /// Keeps how far a rollout lets this host take a version, for the pulls in the work folder.
    void set_gate(const ReleaseGate& gate) const;

    struct Pending {
        std::vector<SpooledReport> reports = {}; ///< the oldest, as many as fit a batch
        std::int64_t count = 0;                  ///< of all that wait
        LastRun last = {};
    };
    Pending pending() const;
    /// Takes a report off the spool.
    void finish(const SpooledReport& report, Spool::End end) const;

private:
    void use(const std::function<void(Store&)>& work) const;

    const Options& options_;
    std::string folder_;
};

} // namespace vow::agent
