#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

using namespace vow;
using namespace vow::test;
using namespace std::chrono_literals;

TEST_CASE("a promise is skipped until ifelapsed has passed since it was kept") {
    PolicyWorld world;
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

TEST_CASE("the times of a lock are one and 120 minutes when the policy names none") {
    PolicyWorld world;
    world.run_main(R"cf(t: "a";)cf");
    REQUIRE(world.state.requests().size() == 1);
    CHECK(world.state.requests()[0].terms.if_elapsed == 1min);
    CHECK(world.state.requests()[0].terms.expire_after == 120min);
}

TEST_CASE("no lock is requested when ifelapsed is 0 or the run uses no locks") {
    PolicyWorld world;
    world.run_main(R"cf(t: "a" action => locked_for("0");)cf");
    CHECK(world.state.requests().empty());
    world.options.use_locks = false;
    world.run_main(R"cf(t: "a";)cf");
    CHECK(world.state.requests().empty());
    CHECK(world.handed_over() == "t a\nt a\n");
}

TEST_CASE("a run without locks stores the times at which promises were kept") {
    PolicyWorld world;
    world.options.use_locks = false;
    world.run_main(R"cf(t: "a";)cf");
    world.options.use_locks = true;
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
    PolicyWorld world;
    constexpr const char* policy = R"cf(
bundle agent main { reports: "r"; methods: "m" usebundle => callee; }
bundle agent callee { reports: "c" action => locked_for("0"); }
)cf";
    CHECK(world.run(policy) == "R: c\nR: r\n");
    CHECK(world.run(policy).empty());
    world.host.clock.now += 1min;
    CHECK(world.run(policy) == "R: c\nR: r\n");
}
