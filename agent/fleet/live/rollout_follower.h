#pragma once

#include "agent/fleet/live/host_jobs.h"
#include "agent/fleet/live/host_reports.h"
#include "agent/fleet/membership.h"
#include "agent/fleet/rollout.h"

#include <chrono>
#include <optional>
#include <string>

namespace vow::agent {

/// A host in the rollouts of its fleet: which one it follows, and the step that it takes for it.
/// The rollout and its mark outlive the process.
class RolloutFollower {
public:
    using Clock = std::chrono::steady_clock;

    RolloutFollower(Membership membership, const Membership::Access& access, HostReports reports);

    /// Takes the rollout of a message. Throws BadMessage if it has no signature that counts.
    void note(const std::string& text);
    /// The rollout that note() took last, before the process was restarted. Throws BadMessage.
    void recall();
    /// Whether it decides when this release is taken: "BUNDLE/VERSION".
    bool decides(const std::string& release) const;

    /// The job that it wants now of a host with this release. Each is wanted once, but a pull again
    /// after a while, since the release may not be published yet.
    std::optional<HostJob> next_job(const std::optional<ReleaseName>& release);
    /// Keeps for the pulls of timers how far it lets this host take its release. Throws
    /// std::runtime_error if the state database cannot be used.
    void keep_gate() const;
    /// A job of a rollout has ended with an exit status of `vow pull`.
    void note_end(const HostJob& job, int status) const;
    /// When the next pull is due; nullopt: there is nothing to pull.
    std::optional<Clock::time_point> next_pull() const;

    /// Its state on this host, for other machines.
    std::optional<RolloutMark> mark(const std::optional<ReleaseName>& release) const;

private:
    bool is_bad() const;

    Membership membership_;
    std::string host_, group_;
    std::string account_; ///< that made this host's user, and those of operators
    HostReports reports_;
    std::optional<Rollout> rollout_;
    std::string pulling_, going_back_; ///< ids of rollouts
    Clock::time_point next_pull_;
};

} // namespace vow::agent
