#include "agent/fleet/host_view.h"
#include "agent/fleet/rollout.h"
#include "policy/run/usage_error.h"

#include <doctest/doctest.h>

namespace vow::agent {
namespace {

using State = Rollout::State;
using HostState = RolloutHost::State;

constexpr FleetTime now{std::chrono::seconds(1'000'000'000)};

Rollout rollout_in(State state, std::vector<int> waves) {
    return {
        .plan =
            {.id = "web-1",
             .release = {.bundle = "web", .version = "2"},
             .waves = std::move(waves)},
        .state = state,
        .started = now,
        .since = now};
}

std::vector<RolloutHost> hosts(std::size_t count, HostState state) {
    std::vector<RolloutHost> made;
    for (std::size_t i = 0; i < count; ++i)
        made.push_back({.id = "host" + std::to_string(i), .state = state, .reason = "why"});
    return made;
}

} // namespace

TEST_CASE("A rollout is read as it was written") {
    Rollout rollout = rollout_in(State::paused, {50, 10'000});
    rollout.plan.on_failure = OnFailure::back;
    rollout.plan.silent = Silent::fail;
    rollout.wave = 1;
    rollout.reason = "a reason";
    CHECK(text_of(rollout_from(text_of(rollout))) == text_of(rollout));
    CHECK_THROWS_AS(rollout_from("{}"), BadMessage);
    rollout.wave = 2;
    CHECK_THROWS_AS(rollout_from(text_of(rollout)), BadMessage);
}

TEST_CASE("A wave is opened when the one before is healthy and was watched") {
    const auto healthy = hosts(100, HostState::healthy);
    Rollout rollout = rollout_in(State::running, {1000, 10'000});
    rollout = *advanced(rollout, healthy, now);
    CHECK(rollout.state == State::soaking);
    CHECK_FALSE(advanced(rollout, healthy, now + rollout.plan.soak - std::chrono::seconds(1)));
    rollout = *advanced(rollout, healthy, now + rollout.plan.soak);
    CHECK(rollout.state == State::running);
    CHECK(rollout.wave == 1);
    CHECK_FALSE(advanced(rollout, hosts(100, HostState::pending), now));
}

TEST_CASE("A rollout stops when more hosts fail than its budget has") {
    auto seen = hosts(100, HostState::healthy);
    Rollout rollout = rollout_in(State::running, {10'000});
    seen[0].state = seen[1].state = HostState::bad;
    CHECK(advanced(rollout, seen, now)->state == State::soaking); // 2 of 100 are 2 %
    seen[2].state = HostState::bad;
    const Rollout paused = *advanced(rollout, seen, now);
    CHECK(paused.state == State::paused);
    CHECK(paused.reason == "3 of 100 hosts failed, more than 2%; the first: why");
    rollout.plan.on_failure = OnFailure::back;
    rollout.state = State::soaking;
    CHECK(advanced(rollout, seen, now)->state == State::going_back);
}

TEST_CASE("Silent hosts count by the rule of the rollout") {
    const auto silent = hosts(10, HostState::silent);
    Rollout rollout = rollout_in(State::running, {10'000});
    CHECK(advanced(rollout, silent, now)->state == State::soaking);
    rollout.plan.silent = Silent::fail;
    CHECK(advanced(rollout, silent, now)->state == State::paused);
}

TEST_CASE("A host takes a version when its wave is open and the rollout goes on") {
    const std::vector<std::pair<State, RolloutStep>> steps{
        {State::waiting, RolloutStep::none},
        {State::running, RolloutStep::take},
        {State::soaking, RolloutStep::take},
        {State::done, RolloutStep::take},
        {State::paused, RolloutStep::none},
        {State::failed, RolloutStep::none},
        {State::going_back, RolloutStep::go_back}};
    for (const auto& [state, step] : steps)
        CHECK(step_of(rollout_in(state, {10'000}), "host") == step);
    const int position = position_of("host", "web-1");
    CHECK(step_of(rollout_in(State::running, {position, 10'000}), "host") == RolloutStep::none);
    CHECK(step_of(rollout_in(State::running, {position + 1, 10'000}), "host") == RolloutStep::take);
}

TEST_CASE("An operator cannot change a rollout that is over") {
    const Rollout failed = rollout_in(State::failed, {10'000});
    for (const auto action : {RolloutAction::pause, RolloutAction::resume, RolloutAction::abort})
        CHECK_THROWS_AS(changed_by(failed, action, "me", now), UsageError);
    const Rollout paused =
        changed_by(rollout_in(State::soaking, {10'000}), RolloutAction::pause, "me", now);
    CHECK(paused.reason == "pause by me");
}

TEST_CASE("An expression chooses hosts by class, group, name, state and age") {
    FleetHost host{
        .id = "x",
        .record = {.name = "web1", .group = "front", .state = HostRecord::State::active},
        .classes = {"debian", "linux"}};
    host.presence =
        Presence{.host = "x", .time = now - std::chrono::minutes(5), .verdict = Verdict::good};
    const std::vector<std::pair<const char*, bool>> rows{
        {"", true},
        {"debian", true},
        {"windows", false},
        {"debian & linux", true},
        {"debian.windows", false},
        {"windows || group_front", true},
        {"!(windows | bsd) && name_web1", true},
        {"!debian|good", true},
        {"seen<10m", true},
        {"seen<1m", false},
        {"seen>1m & debian", true},
        {"(debian) & windows", false},
        {"windows & (debian)", false}};
    for (const auto& row : rows) {
        CAPTURE(row.first);
        CHECK(HostExpression(row.first).matches(host, now) == row.second);
    }
    for (const char* text : {"(", "debian linux", "&", "seen", "seen<x", "a)", "!"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(HostExpression{text}, UsageError);
    }
}

} // namespace vow::agent
