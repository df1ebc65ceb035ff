#include "agent/fleet/rollout.h"

#include "agent/fleet/message_reader.h"
#include "agent/fleet/roles.h"
#include "agent/release/canonical_json.h"
#include "policy/run/usage_error.h"
#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace vow::agent {
namespace {

using State = Rollout::State;

constexpr std::array<NamedValue<State>, 7> states{
    {{"waiting", State::waiting},
     {"running", State::running},
     {"soaking", State::soaking},
     {"paused", State::paused},
     {"going_back", State::going_back},
     {"done", State::done},
     {"failed", State::failed}}};

struct ActionRow {
    RolloutAction action;
    std::string_view name;
    State state; ///< that it leads to
    std::vector<State> from;
};

const std::vector<ActionRow>& actions() {
    static const std::vector<ActionRow> rows{
        {RolloutAction::pause,
         "pause",
         State::paused,
         {State::running, State::soaking, State::waiting}},
        {RolloutAction::resume, "resume", State::running, {State::paused}},
        {RolloutAction::back,
         "back",
         State::going_back,
         {State::running, State::soaking, State::paused, State::waiting, State::done}},
        {RolloutAction::abort,
         "abort",
         State::failed,
         {State::running, State::soaking, State::paused, State::waiting, State::going_back}}};
    return rows;
}

Rollout in_state(Rollout rollout, State state, FleetTime now, const std::string& reason = {}) {
    rollout.state = state;
    rollout.since = now;
    rollout.reason = reason;
    return rollout;
}

int open_parts(const Rollout& rollout) {
    return rollout.plan.waves[std::min(rollout.wave, rollout.plan.waves.size() - 1)];
}

std::size_t failures_of(const Rollout& rollout, const RolloutCount& count) {
    return count.bad + (rollout.plan.silent == Silent::fail ? count.silent : 0);
}

bool is_past_budget(const Rollout& rollout, const RolloutCount& count) {
    const auto budget = static_cast<std::size_t>(rollout.plan.budget);
    return failures_of(rollout, count) * all_parts > budget * count.hosts;
}

Rollout stopped(const Rollout& rollout, const RolloutCount& count, FleetTime now) {
    const bool goes_back = rollout.plan.on_failure == OnFailure::back;
    std::string reason = std::to_string(failures_of(rollout, count)) + " of " +
                         std::to_string(count.hosts) + " hosts failed, more than " +
                         parts_text(rollout.plan.budget);
    if (!count.first_reason.empty()) reason += "; the first: " + count.first_reason;
    return in_state(rollout, goes_back ? State::going_back : State::paused, now, reason);
}

std::optional<Rollout> after_wave(const Rollout& rollout, FleetTime now) {
    if (rollout.wave + 1 >= rollout.plan.waves.size()) return in_state(rollout, State::done, now);
    Rollout next = in_state(rollout, State::running, now);
    ++next.wave;
    return next;
}

std::chrono::seconds seconds_member(const MetadataMembers& members, std::string_view name) {
    return std::chrono::seconds(members.number(name, 0));
}

RolloutPlan plan_from(const MetadataMembers& members) {
    constexpr std::size_t most = 255;
    const MetadataMembers release = members.object("release");
    RolloutPlan plan{
        .id = bounded_text(members, "id", most),
        .release =
            {.bundle = bounded_text(release, "bundle", most),
             .version = bounded_text(release, "version", most)},
        .group = optional_text(members, "group", most),
        .waves = {},
        .soak = seconds_member(members, "soak"),
        .budget = static_cast<int>(std::min<std::int64_t>(members.number("budget", 0), all_parts))};
    const auto waves = waves_from(bounded_text(members, "waves", most));
    if (!is_fleet_name(plan.id)) members.fail("has an 'id' that is not a name");
    if (!waves) members.fail("has 'waves' that do not grow to 100%");
    plan.waves = *waves;
    plan.on_failure = members.text("on_failure") == "back" ? OnFailure::back : OnFailure::pause;
    plan.silent = members.text("silent") == "fail" ? Silent::fail : Silent::ignore;
    return plan;
}

/// Those that are signed.
std::vector<Data::Member> plan_members(const Rollout& rollout) {
    const RolloutPlan& plan = rollout.plan;
    return {
        {"id", Data::string(plan.id)},
        {"release",
         Data::object(
             {{"bundle", Data::string(plan.release.bundle)},
              {"version", Data::string(plan.release.version)}}
         )},
        {"group", Data::string(plan.group)},
        {"waves", Data::string(waves_text(plan.waves))},
        {"soak", Data::integer(plan.soak.count())},
        {"budget", Data::integer(plan.budget)},
        {"on_failure", Data::string(plan.on_failure == OnFailure::back ? "back" : "pause")},
        {"silent", Data::string(plan.silent == Silent::fail ? "fail" : "ignore")},
        {"started", time_data(rollout.started)}};
}

std::string signed_plan(const Rollout& rollout) {
    return "vow rollout\n" + canonical_json(Data::object(plan_members(rollout))).value_or("");
}

std::string signed_order(const Rollout& rollout) {
    return "vow rollout back\n" + rollout.plan.id;
}

} // namespace

std::string_view name_of(State state) {
    return find_name(states, state);
}

std::string text_of(const Rollout& rollout) {
    std::vector<Data::Member> members = plan_members(rollout);
    members.emplace_back("state", Data::string(name_of(rollout.state)));
    members.emplace_back("wave", Data::integer(static_cast<std::int64_t>(rollout.wave)));
    members.emplace_back("since", time_data(rollout.since));
    members.emplace_back("by", Data::string(rollout.by));
    members.emplace_back("reason", Data::string(rollout.reason));
    if (rollout.signature) members.emplace_back("signature", data_of(*rollout.signature));
    if (rollout.back_signature)
        members.emplace_back("back_signature", data_of(*rollout.back_signature));
    return message_text(std::move(members));
}

Rollout rollout_from(std::string_view text) {
    return read_message(text, "a rollout", [](const MetadataMembers& members) {
        constexpr std::size_t most = 4096;
        Rollout rollout{
            .plan = plan_from(members),
            .wave = static_cast<std::size_t>(members.number("wave", 0)),
            .started = time_member(members, "started"),
            .since = time_member(members, "since"),
            .by = optional_text(members, "by", most),
            .reason = optional_text(members, "reason", most),
            .signature = optional_signature(members, "signature"),
            .back_signature = optional_signature(members, "back_signature")};
        const auto state = find_value<State>(states, members.text("state"));
        if (!state) members.fail("has an unknown 'state'");
        if (rollout.wave >= rollout.plan.waves.size()) members.fail("has a 'wave' past its last");
        rollout.state = *state;
        return rollout;
    });
}

Rollout with_signed_plan(Rollout rollout, const Credentials& user) {
    rollout.signature = signature_of(user, signed_plan(rollout));
    return rollout;
}

Rollout with_signed_order(Rollout rollout, const Credentials& user) {
    if (rollout.state == State::going_back)
        rollout.back_signature = signature_of(user, signed_order(rollout));
    return rollout;
}

void require_signatures(const Rollout& rollout, const std::string& account, FleetTime now) {
    const SignatureRule rule{.account = account, .subject = "$KV.rollouts.>", .now = now};
    const std::string name = "the rollout '" + rollout.plan.id + "'";
    require_signature(rollout.signature, signed_plan(rollout), rule, "the plan of " + name);
    if (rollout.state == State::going_back || rollout.back_signature)
        require_signature(
            rollout.back_signature,
            signed_order(rollout),
            rule,
            "the order of " + name + " to go back"
        );
}

RolloutStep step_of(const Rollout& rollout, const std::string& host) {
    if (position_of(host, rollout.plan.id) >= open_parts(rollout)) return RolloutStep::none;
    switch (rollout.state) {
    case State::running:
    case State::soaking:
    case State::done: return RolloutStep::take;
    case State::going_back: return RolloutStep::go_back;
    // Hosts that were off while the others went back follow when they are there again.
    case State::failed: return rollout.back_signature ? RolloutStep::go_back : RolloutStep::none;
    case State::waiting:
    case State::paused: return RolloutStep::none;
    }
    return RolloutStep::none;
}

RolloutCount count_of(const Rollout& rollout, const std::vector<RolloutHost>& hosts) {
    RolloutCount count;
    const int open = open_parts(rollout);
    for (const RolloutHost& host : hosts) {
        if (position_of(host.id, rollout.plan.id) >= open) continue;
        ++count.hosts;
        switch (host.state) {
        case RolloutHost::State::healthy: ++count.healthy; break;
        case RolloutHost::State::silent: ++count.silent; break;
        case RolloutHost::State::pending: ++count.pending; break;
        case RolloutHost::State::back: ++count.back; break;
        case RolloutHost::State::bad:
            ++count.bad;
            if (count.first_reason.empty()) count.first_reason = host.reason;
            break;
        }
    }
    return count;
}

std::optional<Rollout>
advanced(const Rollout& rollout, const std::vector<RolloutHost>& hosts, FleetTime now) {
    const RolloutCount count = count_of(rollout, hosts);
    switch (rollout.state) {
    case State::waiting: return in_state(rollout, State::running, now);
    case State::running:
        if (is_past_budget(rollout, count)) return stopped(rollout, count, now);
        if (count.pending > 0 || count.back > 0) return std::nullopt;
        // Nothing is learned from a wave without hosts.
        if (count.healthy + count.bad == 0 && rollout.wave + 1 < rollout.plan.waves.size())
            return after_wave(rollout, now);
        return in_state(rollout, State::soaking, now);
    case State::soaking:
        if (is_past_budget(rollout, count)) return stopped(rollout, count, now);
        if (now - rollout.since < rollout.plan.soak) return std::nullopt;
        return after_wave(rollout, now);
    case State::going_back:
        if (count.healthy + count.bad > 0) return std::nullopt;
        return in_state(rollout, State::failed, now, rollout.reason);
    case State::paused:
    case State::done:
    case State::failed: return std::nullopt;
    }
    return std::nullopt;
}

Rollout
changed_by(const Rollout& rollout, RolloutAction action, const std::string& who, FleetTime now) {
    const auto row = std::ranges::find(actions(), action, &ActionRow::action);
    if (std::ranges::find(row->from, rollout.state) == row->from.end())
        throw UsageError(
            "the rollout '" + rollout.plan.id + "' is " + std::string(name_of(rollout.state)) +
            "; it cannot be changed by '" + std::string(row->name) + "'"
        );
    Rollout next = in_state(rollout, row->state, now, std::string(row->name) + " by " + who);
    if (action == RolloutAction::abort) next.back_signature.reset(); // hosts stay as they are
    return next;
}

} // namespace vow::agent
