#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace action_test {

using namespace vow;
using namespace vow::test;

namespace {

/// The terms of the only promise of a bundle main in this world.
Terms terms_of(PolicyWorld& world, std::string_view policy) {
    world.run(policy);
    REQUIRE(world.keeper.started().size() == 1);
    return world.keeper.started().front().terms;
}

Terms terms_of(std::string_view action) {
    PolicyWorld world;
    return terms_of(
        world,
        "bundle agent main { t: 'a' action => how; } body action how { " + std::string(action) +
            " }"
    );
}

} // namespace

TEST_CASE("the action policy of a promise decides whether its keeper may change anything") {
    CHECK(terms_of("action_policy => 'fix';").policy == Terms::Policy::fix);
    CHECK(terms_of("action_policy => 'warn';").policy == Terms::Policy::warn);
    CHECK(terms_of("action_policy => 'nop';").policy == Terms::Policy::nop);
    CHECK(terms_of("ifelapsed => '0';").policy == Terms::Policy::fix);
}

TEST_CASE("a custom promise may give the terms of its action directly") {
    PolicyWorld world;
    const Terms terms = terms_of(world, R"cf(
bundle agent main { t: 'a' action_policy => 'warn', log_level => 'error', expireafter => '2'; }
)cf");
    CHECK(terms.policy == Terms::Policy::warn);
    CHECK(terms.log_level == LogLevel::error);
    CHECK(terms.limit == std::chrono::minutes(2));
    for (const char* name : {"action_policy", "log_level", "expireafter"})
        CHECK(world.keeper.started().front().attributes.find(name) == nullptr);
}

TEST_CASE("a dry run overrides the action policy of a promise") {
    constexpr const char* policy = "bundle agent main { t: 'a' action => how; } "
                                   "body action how { action_policy => 'fix'; }";
    PolicyWorld dry;
    dry.options.policy = Terms::Policy::dry_run;
    CHECK(terms_of(dry, policy).policy == Terms::Policy::dry_run);
    PolicyWorld simulated;
    simulated.options.policy = Terms::Policy::simulate;
    CHECK(terms_of(simulated, policy).policy == Terms::Policy::simulate);
    PolicyWorld controlled;
    const std::string control = " body agent control { dryrun => 'true'; }";
    CHECK(terms_of(controlled, policy + control).policy == Terms::Policy::dry_run);
}

TEST_CASE("a report is not printed in a dry run but logged as needed") {
    PolicyWorld world;
    world.options.policy = Terms::Policy::dry_run;
    CHECK(world.run_main("reports: 'r';") == "info: Need to repair reports promise: r\n");
}

TEST_CASE("expireafter limits the time for which a promise may be kept") {
    CHECK(terms_of("expireafter => '2';").limit == std::chrono::minutes(2));
    CHECK_FALSE(terms_of("ifelapsed => '0';").limit);
}

TEST_CASE("under the reference's names expireafter ends locks only") {
    PolicyWorld world;
    world.dialect.manner = cfengine::Manner::of_reference();
    CHECK_FALSE(terms_of(world, R"cf(
bundle agent main { t: 'a' action => how; } body action how { expireafter => '2'; }
)cf")
                    .limit);
}

TEST_CASE("log_level lowers the level of the run and report_level raises it") {
    CHECK(terms_of("ifelapsed => '0';").log_level == LogLevel::info);
    CHECK(terms_of("log_level => 'error';").log_level == LogLevel::error);
    CHECK(terms_of("log_level => 'inform';").log_level == LogLevel::info);
    CHECK(terms_of("log_level => 'verbose';").log_level == LogLevel::info);
    CHECK(terms_of("report_level => 'verbose';").log_level == LogLevel::verbose);
    CHECK(
        terms_of("log_level => 'error'; report_level => 'verbose';").log_level == LogLevel::error
    );
}

TEST_CASE("an action body is chosen by the classes that hold when the promise is evaluated") {
    PolicyWorld world;
    const Terms terms = terms_of(world, R"cf(
bundle agent main { classes: "careful"; t: "a" action => how; }
body action how { action_policy => "fix"; careful:: action_policy => "warn"; }
)cf");
    CHECK(terms.policy == Terms::Policy::warn);
}

TEST_CASE("log lines of a keeper are observed before the outcome, at the level of the run") {
    PolicyWorld world;
    world.keeper.script("t", "a").lines = {
        {LogLevel::info, "one"}, {LogLevel::verbose, "two"}, {LogLevel::error, "three"}};
    CHECK(world.run_main("t: 'a';") == "info: one\nerror: three\nt a: kept\n");
}

TEST_CASE("lines below the log_level of a promise are dropped if its keeper sends them") {
    PolicyWorld world;
    world.keeper.script("t", "a").lines = {{LogLevel::info, "one"}, {LogLevel::error, "two"}};
    CHECK(world.run_main("t: 'a' log_level => 'error';") == "error: two\nt a: kept\n");
}

} // namespace action_test
