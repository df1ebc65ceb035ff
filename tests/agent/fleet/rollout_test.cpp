#include "agent/fleet/host_view.h"
#include "agent/fleet/nkey.h"
#include "agent/fleet/roles.h"
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

/// The account of a fleet, and users that it has made.
struct Account {
    NKey key = NKey::make(NKey::Kind::account);

    Credentials user(const Permissions& permissions, std::optional<FleetTime> end = {}) const {
        const NKey own = NKey::make(NKey::Kind::user);
        return {
            .jwt = user_jwt(key, own.public_text(), "anna", permissions, end, now),
            .seed = own.seed()};
    }
    Credentials user(FleetRole role) const { return user(permissions_of(role, "anna")); }
    /// Why a host does not follow the rollout; empty if it does. It comes over the bus.
    std::string fault_of(const Rollout& rollout) const {
        try {
            require_signatures(rollout_from(text_of(rollout)), key.public_text(), now);
            return {};
        } catch (const BadMessage& fault) {
            return fault.what();
        }
    }
};

} // namespace

TEST_CASE("A host follows a rollout whose plan a user for rollouts has signed") {
    const Account account;
    const Rollout plain = rollout_in(State::running, {100, 10'000});
    for (const FleetRole role : {FleetRole::admin, FleetRole::rollout, FleetRole::service}) {
        Rollout rollout = with_signed_plan(plain, account.user(role));
        CHECK(account.fault_of(rollout).empty());
        rollout.wave = 1; // gates have no signature
        rollout.state = State::paused;
        CHECK(account.fault_of(rollout).empty());
    }
}

TEST_CASE("A host drops a rollout that no user for rollouts has signed") {
    const Account account, other;
    const Rollout plain = rollout_in(State::running, {100, 10'000});
    CHECK(account.fault_of(plain) == "the plan of the rollout 'web-1' is not signed");
    CHECK(
        account.fault_of(with_signed_plan(plain, other.user(FleetRole::admin))) ==
        "the plan of the rollout 'web-1' is signed by a user of another account"
    );
    const std::string without = "the plan of the rollout 'web-1' is signed by a user without the "
                                "permission for it";
    for (const FleetRole role : {FleetRole::look, FleetRole::enrol, FleetRole::collector})
        CHECK(account.fault_of(with_signed_plan(plain, account.user(role))) == without);
    const Credentials host = account.user(permissions_of_host(std::string(64, 'a')));
    CHECK(account.fault_of(with_signed_plan(plain, host)) == without);
    const Credentials late = account.user(permissions_of(FleetRole::rollout, "anna"), now);
    CHECK(account.fault_of(with_signed_plan(plain, late)) == without);
}

TEST_CASE("A host drops a rollout whose plan was changed after it was signed") {
    const Account account;
    const Rollout rollout = with_signed_plan(
        rollout_in(State::running, {100, 10'000}), account.user(FleetRole::rollout)
    );
    std::vector<Rollout> forged(7, rollout);
    forged[0].plan.waves = {10'000};
    forged[1].plan.release.version = "1";
    forged[2].plan.group = "db";
    forged[3].plan.id = "web-2";
    forged[4].plan.on_failure = OnFailure::back;
    forged[5].started += std::chrono::seconds(1);
    forged[6].signature->value.front() = rollout.signature->value.front() == 'A' ? 'B' : 'A';
    for (const Rollout& each : forged)
        CHECK(
            account.fault_of(each) ==
            "the plan of the rollout '" + each.plan.id + "' has a signature that does not fit"
        );
    Rollout stolen = rollout; // the permission of a user whose key the forger does not have
    stolen.signature = signature_of(
        {.jwt = rollout.signature->jwt, .seed = NKey::make(NKey::Kind::user).seed()}, "any"
    );
    CHECK_FALSE(account.fault_of(stolen).empty());
}

TEST_CASE("A host goes back when a user for rollouts has signed that as well") {
    const Account account;
    const Credentials user = account.user(FleetRole::rollout);
    Rollout rollout = with_signed_plan(rollout_in(State::running, {10'000}), user);
    CHECK_FALSE(with_signed_order(rollout, user).back_signature);
    rollout.state = State::going_back;
    const std::string missing = "the order of the rollout 'web-1' to go back is not signed";
    CHECK(account.fault_of(rollout) == missing);
    CHECK(account.fault_of(with_signed_order(rollout, user)).empty());
    Rollout ended = with_signed_order(rollout, user);
    ended.state = State::failed;
    CHECK(account.fault_of(ended).empty());
    ended.back_signature = rollout.signature;
    CHECK_FALSE(account.fault_of(ended).empty());
    Rollout other = rollout;
    other.plan.id = "web-2";
    rollout.back_signature = with_signed_order(other, user).back_signature;
    CHECK_FALSE(account.fault_of(rollout).empty());
    rollout.back_signature = rollout.signature;
    CHECK_FALSE(account.fault_of(rollout).empty());
}

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
    Rollout gone_back = rollout_in(State::failed, {10'000});
    gone_back.back_signature = UserSignature();
    CHECK(step_of(gone_back, "host") == RolloutStep::go_back);
    gone_back.state = State::going_back;
    const Rollout aborted = changed_by(gone_back, RolloutAction::abort, "me", now);
    CHECK(step_of(aborted, "host") == RolloutStep::none);
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
