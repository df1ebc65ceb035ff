#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/live/operator_bus.h"
#include "agent/fleet/live/terminal.h"
#include "agent/fleet/nats_jwt.h"
#include "policy/run/usage_error.h"

#include <algorithm>
#include <cstdio>

namespace vow::agent {
namespace {

constexpr std::chrono::milliseconds between_looks(1000);

/// By its id or its group; without one the only one that goes on.
StoredRollout rollout_named(OperatorBus& fleet, const std::string& name) {
    std::vector<StoredRollout> found = fleet.rollouts();
    std::erase_if(found, [&](const StoredRollout& each) {
        if (name.empty()) return each.rollout.is_over();
        return each.rollout.plan.id != name && each.entry.key != name;
    });
    if (found.size() == 1) return std::move(found.front());
    if (found.empty())
        throw UsageError(
            name.empty() ? "no rollout goes on" : "'" + name + "' is not a rollout of the fleet"
        );
    throw UsageError("several rollouts go on: name one; 'vow fleet rollout status' lists them");
}

Data data_of(const Rollout& rollout, const RolloutCount& count) {
    const auto number = [](std::size_t value) {
        return Data::integer(static_cast<std::int64_t>(value));
    };
    const auto parsed = parse_json(text_of(rollout));
    return Data::object(
        {{"rollout", std::get<Data>(parsed)},
         {"hosts", number(count.hosts)},
         {"healthy", number(count.healthy)},
         {"pending", number(count.pending)},
         {"bad", number(count.bad)},
         {"silent", number(count.silent)},
         {"back", number(count.back)}}
    );
}

RolloutPlan plan_of(const FleetOptions& given) {
    RolloutPlan plan{.release = release_named(given.what), .group = given.group};
    plan.id = plan.release.bundle + "-" + random_name().substr(0, 8);
    if (!is_fleet_name(plan.id) || (!plan.group.empty() && !is_fleet_name(plan.group)))
        throw UsageError("bundles and groups have letters, digits, '_' and '-' in their names");
    if (!given.waves.empty()) {
        const auto waves = waves_from(given.waves);
        if (!waves)
            throw UsageError(
                "--waves: '" + given.waves + "' does not grow to 100%, as 1%,10%,100%"
            );
        plan.waves = *waves;
    }
    if (!given.budget.empty()) {
        const auto parts = parts_from(given.budget);
        if (!parts) throw UsageError("--budget: '" + given.budget + "' is not a part such as 2%");
        plan.budget = *parts;
    }
    plan.soak = given.soak.value_or(plan.soak);
    plan.on_failure = given.on_failure == "back" ? OnFailure::back : OnFailure::pause;
    plan.silent = given.silent == "fail" ? Silent::fail : Silent::ignore;
    return plan;
}

/// An order to go back is never given for a plan that someone else has put on the bus.
void require_plan_of_fleet(const OperatorBus& fleet, const Rollout& rollout) {
    try {
        require_signatures(rollout, fleet.folder().account(), fleet_now());
    } catch (const BadMessage& fault) {
        throw UsageError(fault.what());
    }
}

/// Now, and later than all rollouts: hosts do not follow one that began before another, so that no
/// one can repeat it to them. A clock that was wrong once must not stop those after it.
FleetTime time_after(const std::vector<StoredRollout>& rollouts) {
    FleetTime time = fleet_now();
    for (const StoredRollout& each : rollouts)
        time = std::max(time, each.rollout.started + std::chrono::seconds(1));
    return time;
}

} // namespace

int announce_release(const Options& options) {
    OperatorBus fleet(options.fleet);
    release_named(options.fleet.what);
    fleet.bus().put(
        "desired", "main", text_of(Desired{.release = options.fleet.what, .time = fleet_now()})
    );
    fleet.log("release", options.fleet.what);
    return number_of(ExitStatus::success);
}

int start_rollout(const Options& options) {
    OperatorBus fleet(options.fleet);
    const FleetTime now = time_after(fleet.rollouts());
    const Rollout rollout = with_signed_plan(
        {.plan = plan_of(options.fleet), .started = now, .since = now, .by = fleet.user()},
        fleet.folder().user(fleet.user())
    );
    const std::string key = rollout.plan.group.empty() ? "all" : rollout.plan.group;
    if (key == "all" && !rollout.plan.group.empty())
        throw UsageError("'all' cannot be the name of a group");
    const auto before = fleet.bus().get("rollouts", key);
    if (before && !rollout_from(before->value).is_over())
        throw UsageError(
            "the rollout '" + rollout_from(before->value).plan.id +
            "' of the same hosts is not over: wait, or abort it"
        );
    const std::uint64_t revision = before ? before->revision : 0;
    if (!fleet.bus().put_if("rollouts", key, text_of(rollout), revision))
        throw BusError("another rollout of the same hosts has begun just now");
    fleet.log("rollout start", rollout.plan.id + " of " + options.fleet.what);
    print_line(rollout.plan.id);
    return number_of(ExitStatus::success);
}

int show_rollouts(const Options& options) {
    OperatorBus fleet(options.fleet);
    Redrawing drawing;
    const bool is_drawn = options.fleet.is_watching && Redrawing::is_on_terminal();
    for (;;) {
        bool goes_on = false;
        Data::Array items;
        std::string text;
        const auto hosts = fleet.hosts();
        for (const StoredRollout& each : fleet.rollouts()) {
            const Rollout& rollout = each.rollout;
            const std::string& wanted = options.fleet.what;
            if (!wanted.empty() && rollout.plan.id != wanted && each.entry.key != wanted) continue;
            const std::vector<RolloutHost> own = rollout_hosts(rollout, hosts);
            const RolloutCount count = count_of(rollout, own);
            const bool is_still = rollout.is_over() || rollout.state == Rollout::State::paused;
            goes_on = goes_on || !is_still;
            if (options.fleet.is_json)
                items.push_back(data_of(rollout, count));
            else
                text += is_drawn ? view_of(rollout, own) : line_of(rollout, count) + "\n";
        }
        if (options.fleet.is_json)
            print_document(Data::array(std::move(items)));
        else
            drawing.show(text);
        if (!options.fleet.is_watching || !goes_on) return number_of(ExitStatus::success);
        wait_for({}, between_looks);
    }
}

int change_rollout(const Options& options, RolloutAction action) {
    OperatorBus fleet(options.fleet);
    // `vow fleet serve` may lead it on between the look and the change.
    constexpr int max_attempts = 5;
    for (int attempts = 0; attempts < max_attempts; ++attempts) {
        const StoredRollout stored = rollout_named(fleet, options.fleet.what);
        if (action == RolloutAction::back) require_plan_of_fleet(fleet, stored.rollout);
        const Rollout next = with_signed_order(
            changed_by(stored.rollout, action, fleet.user(), fleet_now()),
            fleet.folder().user(fleet.user())
        );
        const BucketEntry& entry = stored.entry;
        if (!fleet.bus().put_if("rollouts", entry.key, text_of(next), entry.revision)) continue;
        fleet.log("rollout " + std::string(name_of(next.state)), next.plan.id);
        print_line(next.plan.id + ": " + std::string(name_of(next.state)));
        return number_of(ExitStatus::success);
    }
    throw BusError("the rollout changes again and again: look at it and try again");
}

} // namespace vow::agent
