#include "agent/fleet/live/rollout_follower.h"

#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/nats_jwt.h"

#include <utility>

namespace vow::agent {
namespace {

constexpr std::chrono::seconds pull_again(60);

// Kept beside the membership.
constexpr const char* last_rollout = "rollout";
constexpr const char* bad_rollout = "bad_rollout";

} // namespace

RolloutFollower::RolloutFollower(
    Membership membership, const Membership::Access& access, HostReports reports
)
    : membership_(std::move(membership)),
      host_(access.host),
      group_(access.group),
      account_(issuer_of(verified_claims(access.jwt).value_or(Data()))),
      reports_(std::move(reports)) {}

/// One that began before another that this host knows is a repetition, or over.
void RolloutFollower::note(const std::string& text) {
    Rollout rollout = rollout_from(text);
    require_signatures(rollout, account_, fleet_now());
    if (!rollout.plan.group.empty() && rollout.plan.group != group_) return;
    if (rollout_ && rollout.started < rollout_->started) return;
    rollout_ = std::move(rollout);
    membership_.keep(last_rollout, text);
}

void RolloutFollower::recall() {
    const std::string text = membership_.kept(last_rollout);
    if (!text.empty()) note(text);
}

bool RolloutFollower::decides(const std::string& release) const {
    return rollout_ &&
           rollout_->plan.release.bundle + "/" + rollout_->plan.release.version == release;
}

std::optional<HostJob> RolloutFollower::next_job(const std::optional<ReleaseName>& release) {
    if (!rollout_) return std::nullopt;
    const std::string& id = rollout_->plan.id;
    const bool has_release = release == rollout_->plan.release;
    const RolloutStep step = step_of(*rollout_, host_);
    const bool is_due = pulling_ != id || Clock::now() >= next_pull_;
    if (step == RolloutStep::take && !has_release && !is_bad()) {
        if (!is_due) return std::nullopt;
        pulling_ = id;
        next_pull_ = Clock::now() + pull_again;
        return HostJob{.purpose = HostJob::Purpose::pull, .words = {"pull"}, .rollout = id};
    }
    pulling_.clear();
    if (step != RolloutStep::go_back || !has_release || going_back_ == id) return std::nullopt;
    going_back_ = id;
    return HostJob{.purpose = HostJob::Purpose::back, .words = {"pull", "--back"}, .rollout = id};
}

void RolloutFollower::note_end(const HostJob& job, int status) const {
    constexpr int not_trusted = 9, was_bad = 11; // docs/commands.md
    const bool is_pull = job.purpose == HostJob::Purpose::pull && !job.rollout.empty();
    if (is_pull && (status == was_bad || status == not_trusted))
        membership_.keep(bad_rollout, job.rollout);
}

std::optional<RolloutFollower::Clock::time_point> RolloutFollower::next_pull() const {
    return pulling_.empty() ? std::nullopt : std::optional(next_pull_);
}

std::optional<RolloutMark> RolloutFollower::mark(const std::optional<ReleaseName>& release) const {
    if (!rollout_) return std::nullopt;
    RolloutMark mark{.id = rollout_->plan.id};
    if (is_bad())
        mark.state = RolloutMark::State::bad;
    else if (release == rollout_->plan.release)
        mark.state = RolloutMark::State::taken;
    return mark;
}

void RolloutFollower::keep_gate() const {
    if (!rollout_) return;
    using Gate = ReleaseGate;
    const bool is_open = step_of(*rollout_, host_) == RolloutStep::take;
    const auto& [bundle, version] = rollout_->plan.release;
    reports_.set_gate(
        {.rollout = rollout_->plan.id,
         .release = {bundle, version},
         .state = is_open ? Gate::State::open : Gate::State::closed}
    );
}

bool RolloutFollower::is_bad() const {
    return membership_.kept(bad_rollout) == rollout_->plan.id;
}

} // namespace vow::agent
