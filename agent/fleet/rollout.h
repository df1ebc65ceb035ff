#pragma once

#include "agent/fleet/messages.h"
#include "agent/fleet/user_signature.h"
#include "agent/release/waves.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The end of a rollout in which more hosts fail than its budget has.
enum class OnFailure { pause, back };
/// How hosts that are off count.
enum class Silent { ignore, fail };

struct RolloutPlan {
    std::string id;
    ReleaseName release;
    std::string group = {}; ///< empty: all hosts
    std::vector<int> waves = {100, 1000, 5000, all_parts};
    std::chrono::seconds soak = std::chrono::minutes(10);
    int budget = 200; ///< of the hosts in the open waves
    OnFailure on_failure = OnFailure::pause;
    Silent silent = Silent::ignore;
};

/// A rollout: its plan and how far it is; bucket `rollouts`, by its id. All of its state is here,
/// and it is changed by compare-and-set alone, so that a controller may be killed at any moment and
/// two of them cannot both open a wave.
struct Rollout {
    enum class State { waiting, running, soaking, paused, going_back, done, failed };

    RolloutPlan plan = {};
    State state = State::waiting;
    std::size_t wave = 0; ///< the last open one, from 0
    FleetTime started = {};
    FleetTime since = {}; ///< of the state
    std::string by = {};
    std::string reason = {};                          ///< of paused, going_back and failed
    std::optional<UserSignature> signature = {};      ///< of the plan and `started`
    std::optional<UserSignature> back_signature = {}; ///< of the order to go back

    bool is_over() const { return state == State::done || state == State::failed; }
};
std::string_view name_of(Rollout::State state);
std::string text_of(const Rollout& rollout);
Rollout rollout_from(std::string_view text); ///< throws BadMessage

// Hosts follow a rollout of which a user with permission for rollouts has signed the plan, and go
// back when such a user has signed that as well. The owner of the bus can change the rest: open
// a signed wave early, or not at all.

Rollout with_signed_plan(Rollout rollout, const Credentials& user);
/// Adds the order to go back to one that is going back.
Rollout with_signed_order(Rollout rollout, const Credentials& user);
/// Throws BadMessage if the rollout lacks a signature that it needs. `account` is the public text
/// of the fleet's account.
void require_signatures(const Rollout& rollout, const std::string& account, FleetTime now);

/// The next step of a host in a rollout of its group.
enum class RolloutStep { none, take, go_back };
RolloutStep step_of(const Rollout& rollout, const std::string& host);

/// A host as a rollout sees it.
struct RolloutHost {
    enum class State { pending, healthy, bad, silent, back };
    std::string id;
    State state = State::pending;
    std::string reason = {}; ///< of a bad one
};

/// The hosts in the open waves, counted.
struct RolloutCount {
    std::size_t hosts = 0, healthy = 0, bad = 0, silent = 0, pending = 0, back = 0;
    std::string first_reason = {};
};
RolloutCount count_of(const Rollout& rollout, const std::vector<RolloutHost>& hosts);

/// The next state of a rollout; nullopt if it stays as it is. `hosts` are all of its group.
std::optional<Rollout>
advanced(const Rollout& rollout, const std::vector<RolloutHost>& hosts, FleetTime now);

/// The actions of an operator on a rollout.
enum class RolloutAction { pause, resume, back, abort };
/// Throws UsageError if the rollout is in no state for it.
Rollout
changed_by(const Rollout& rollout, RolloutAction action, const std::string& who, FleetTime now);

} // namespace vow::agent
