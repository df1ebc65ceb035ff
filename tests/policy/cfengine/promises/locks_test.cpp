#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace locks_test {

using namespace vow;
using namespace vow::test;
using namespace std::chrono_literals;

namespace {

/// Locks as the reference has them, with a default of one minute for `ifelapsed`.
struct ReferenceWorld : PolicyWorld {
    ReferenceWorld() { dialect.manner = cfengine::Manner::of_reference(); }
};

} // namespace

TEST_CASE("a promise without ifelapsed is kept in every run") {
    PolicyWorld world;
    constexpr const char* promises = R"cf(t: "a"; reports: "r";)cf";
    CHECK(world.run_main(promises) == "R: r\nt a: kept\n");
    CHECK(world.run_main(promises) == "R: r\nt a: kept\n");
    REQUIRE(world.state.requests().size() == 4); // so that no other agent keeps it
    CHECK(world.state.requests()[0].terms.if_elapsed == 0min);
}

TEST_CASE("a run counts the promises that locks held back") {
    PolicyWorld world;
    world.observer.wanted = LogLevel::notice;
    constexpr const char* promises =
        R"cf(t: "a" action => locked_for("5"); "b" action => locked_for("5"); "c";)cf";
    world.run_main(promises);
    CHECK(
        world.run_main(promises) == "t c: kept\nnotice: 2 promises were not looked at: their "
                                    "ifelapsed has not passed; -K looks "
                                    "at all\n"
    );
    world.state.held_by_others = {world.state.requests().back().promise};
    world.host.clock.now += 5min;
    CHECK(
        world.run_main(promises) ==
        "t a: kept\nt b: kept\nnotice: 1 promise was not looked at: another agent is keeping it\n"
    );
}

TEST_CASE("a promise that failed is tried again in the next run whatever its ifelapsed") {
    constexpr const char* promises = R"cf(
        t: "not_kept" action => locked_for("5"); "repaired" action => locked_for("5");
        methods: "m" usebundle => other, action => locked_for("5");
        } bundle agent other { t: "error";
)cf";
    PolicyWorld world;
    world.run_main(promises);
    world.run_main(promises);
    CHECK(world.handed_over() == "t error\nt not_kept\nt repaired\nt error\nt not_kept\n");
    ReferenceWorld reference;
    reference.run_main(promises);
    reference.run_main(promises);
    CHECK(reference.handed_over() == "t error\nt not_kept\nt repaired\n");
}

TEST_CASE("a dry run takes no locks and stores no times") {
    constexpr const char* promises = R"cf(t: "a" action => locked_for("5"); reports: "r";)cf";
    PolicyWorld world;
    world.options.policy = Terms::Policy::dry_run;
    world.run_main(promises);
    CHECK(world.state.requests().empty());
    world.options.policy = Terms::Policy::fix;
    world.run_main(promises);
    CHECK(world.handed_over() == "t a\nt a\n");
    world.options.policy = Terms::Policy::dry_run;
    world.run_main(promises); // a time of an earlier run hides no change
    CHECK(world.handed_over() == "t a\nt a\nt a\n");
    ReferenceWorld reference;
    reference.options.policy = Terms::Policy::dry_run;
    reference.run_main(promises);
    CHECK(reference.state.requests().size() == 2);
}

TEST_CASE("a promise is skipped until ifelapsed has passed since it was kept") {
    ReferenceWorld world;
    constexpr const char* promises = R"cf(t: "a" action => locked_for("5"); "b";)cf";
    CHECK(world.run_main(promises) == "t a: kept\nt b: kept\n");
    CHECK(world.run_main(promises).empty());
    world.host.clock.now += 1min;
    CHECK(world.run_main(promises) == "t b: kept\n"); // the default is a minute
    world.host.clock.now += 4min;
    CHECK(world.run_main(promises) == "t a: kept\nt b: kept\n");
}

TEST_CASE("every taken lock is released whatever the verdict") {
    for (const char* promises : {
             R"cf(t: "kept"; "repaired"; "not_kept"; "denied"; "timed_out"; "error";)cf",
             R"cf(reports: "r"; methods: "m" usebundle => other; } bundle agent other { t: "a";)cf",
             R"cf(files: "/f" edit_line => e; } bundle edit_line e { insert_lines: "x";)cf",
             R"cf(t: "a" colour => "$(unknown)";)cf",
         }) {
        CAPTURE(promises);
        PolicyWorld world;
        world.host.files["/f"] = "";
        world.run_main(promises);
        CHECK(world.state.taken().empty());
    }
}

TEST_CASE("a lock is requested with the times of the action body or of body agent control") {
    PolicyWorld world;
    world.run(R"cf(
bundle agent main { t: "a"; "b" action => times; }
body action times { ifelapsed => "7"; expireafter => "8"; }
body agent control { ifelapsed => "3"; expireafter => "4"; }
)cf");
    const auto& requests = world.state.requests();
    REQUIRE(requests.size() == 2);
    CHECK(requests[0].terms.if_elapsed == 3min);
    CHECK(requests[0].terms.expire_after == 4min);
    CHECK(requests[1].terms.if_elapsed == 7min);
    CHECK(requests[1].terms.expire_after == 8min);
}

TEST_CASE(
    "the times of a lock are one and 120 minutes when the policy names none, as with the reference"
) {
    ReferenceWorld world;
    world.run_main(R"cf(t: "a";)cf");
    REQUIRE(world.state.requests().size() == 1);
    CHECK(world.state.requests()[0].terms.if_elapsed == 1min);
    CHECK(world.state.requests()[0].terms.expire_after == 120min);
}

TEST_CASE("a promise with an ifelapsed of 0 is not kept by two agents at once") {
    ReferenceWorld world;
    world.run_main(R"cf(t: "a" action => locked_for("0");)cf");
    REQUIRE(world.state.requests().size() == 1);
    world.state.held_by_others = {world.state.requests().front().promise};
    CHECK(world.run_main(R"cf(t: "a" action => locked_for("0");)cf").empty());
}

TEST_CASE("no lock is requested when the run uses no locks") {
    ReferenceWorld world;
    world.options.use_locks = false;
    world.run_main(R"cf(t: "a";)cf");
    CHECK(world.state.requests().empty());
    CHECK(world.handed_over() == "t a\n");
}

TEST_CASE("a run without locks stores no times, and holds back nothing of later runs") {
    ReferenceWorld world;
    world.options.use_locks = false;
    world.run_main(R"cf(t: "a";)cf");
    world.options.use_locks = true;
    CHECK(world.run_main(R"cf(t: "a";)cf") == "t a: kept\n");
    CHECK(world.run_main(R"cf(t: "a";)cf").empty());
}

TEST_CASE("a promise that another agent holds is skipped, and skipped once") {
    PolicyWorld world;
    world.run_main(R"cf(t: "a"; "b";)cf");
    world.state.held_by_others = {world.state.requests().front().promise};
    world.host.clock.now += 1min;
    world.observer.details = true;
    CHECK(world.run_main(R"cf(t: "a" ; "b";)cf").starts_with("t a: skipped, locked\nt b: kept\n"));
    CHECK(world.state.requests().size() == 4);
}

TEST_CASE("a lock is named by the expanded promise, the same in every run") {
    PolicyWorld world;
    constexpr const char* promises =
        R"cf(vars: "l" slist => { "x", "y" }; t: "$(l)"; "z" c => "$(l)";)cf";
    world.run_main(promises);
    world.host.clock.now += 1min;
    world.run_main(promises);
    const auto& requests = world.state.requests();
    REQUIRE(requests.size() == 8);
    for (std::size_t index = 0; index < 4; ++index) {
        CHECK(requests[index].promise == requests[index + 4].promise);
        for (std::size_t other = 0; other < index; ++other)
            CHECK(requests[index].promise != requests[other].promise);
    }
}

TEST_CASE("reports and method calls are locked like every other promise") {
    ReferenceWorld world;
    constexpr const char* policy = R"cf(
bundle agent main { reports: "r"; methods: "m" usebundle => callee; }
bundle agent callee { reports: "c" action => locked_for("0"); }
)cf";
    CHECK(world.run(policy) == "R: c\nR: r\n");
    CHECK(world.run(policy).empty());
    world.host.clock.now += 1min;
    CHECK(world.run(policy) == "R: c\nR: r\n");
}

} // namespace locks_test
