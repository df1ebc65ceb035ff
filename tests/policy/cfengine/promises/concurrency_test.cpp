#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace concurrency_test {

using namespace vow;
using namespace vow::test;
using namespace std::chrono_literals;

namespace {

/// The durations of promises of type t, by promiser.
using Times = std::map<std::string, std::chrono::seconds>;

struct ConcurrentRun {
    std::string observed;
    std::vector<std::string> finished;
    std::size_t most_pending;
};

ConcurrentRun run_with(std::size_t capacity, const Times& times, std::string_view promises) {
    PolicyWorld world;
    world.keeper.capacity = capacity;
    for (const auto& [promiser, time] : times) {
        auto& script = world.keeper.script("t", promiser);
        script.takes = time;
        script.lines = {{LogLevel::info, "line of " + promiser}};
    }
    std::string observed = world.run_main(promises);
    return {std::move(observed), world.keeper.finished(), world.keeper.most_pending()};
}

/// Keeps up to four promises concurrently, and checks that an observer sees the same as when they
/// are kept one by one.
ConcurrentRun run_concurrently(const Times& times, std::string_view promises) {
    ConcurrentRun run = run_with(4, times, promises);
    CHECK(run.observed == run_with(1, times, promises).observed);
    return run;
}

} // namespace

TEST_CASE("concurrent promises are observed in policy order whichever finishes first") {
    constexpr const char* promises = R"cf(t: "a"; "b"; "c"; reports: "r";)cf";
    constexpr const char* expected = "R: r\ninfo: line of a\nt a: kept\n"
                                     "info: line of b\nt b: kept\ninfo: line of c\nt c: kept\n";
    std::vector<std::chrono::seconds> order = {1s, 2s, 3s};
    do {
        const auto run =
            run_concurrently({{"a", order[0]}, {"b", order[1]}, {"c", order[2]}}, promises);
        CHECK(run.observed == expected);
        CHECK(run.most_pending == 3);
    } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("promises of an iteration are kept concurrently") {
    const auto run = run_concurrently(
        {{"a", 3s}, {"b", 2s}, {"c", 1s}},
        R"cf(vars: "l" slist => { "a", "b", "c" }; t: "$(l)" classes => results("x_$(l)");
           reports: x_a_kept.x_b_kept.x_c_kept:: "all";)cf"
    );
    CHECK(run.finished == std::vector<std::string>{"c", "b", "a"});
    CHECK(run.observed.ends_with("R: all\n"));
}

TEST_CASE("no more promises are pending than the keeper has room for") {
    const auto run = run_with(2, {{"a", 5s}, {"b", 1s}, {"c", 1s}}, R"cf(t: "a"; "b"; "c";)cf");
    CHECK(run.most_pending == 2);
}

TEST_CASE("a promise waits for those whose outcome it reads") {
    struct Row {
        const char* reads;
        const char* promises;
    };
    for (const Row& row : {
             Row{"class in a guard", R"cf(t: "a" classes => results("x"); x_kept:: "b";)cf"},
             Row{"class in a condition",
                 R"cf(t: "a" classes => results("x"); "b" if => "x_kept";)cf"},
             Row{"handle", R"cf(t: "a" handle => "h"; "b" depends_on => { "h" };)cf"},
             Row{"variable of the type", R"cf(t: "a"; "b" unless => isvariable("t[a][v]");)cf"},
             Row{"variable of the handle",
                 R"cf(t: "a" handle => "h"; "b" unless => isvariable("h[v]");)cf"},
             Row{"the machine", R"cf(t: "a"; "b" unless => fileexists("/a");)cf"},
         }) {
        CAPTURE(row.reads);
        const auto run = run_concurrently({{"a", 2s}, {"b", 1s}}, row.promises);
        CHECK(run.finished == std::vector<std::string>{"a", "b"});
        CHECK(run.most_pending == 1);
    }
}

TEST_CASE("a promise does not wait for a class that is defined already") {
    const auto run = run_concurrently(
        {{"a", 2s}, {"b", 1s}}, R"cf(classes: "x"; t: "a" classes => results("y"); x:: "b";)cf"
    );
    CHECK(run.most_pending == 2);
}

TEST_CASE("two promises of one promiser are never pending at the same time") {
    const auto run = run_concurrently({{"a", 2s}}, R"cf(t: "a" n => "1"; "a" n => "2";)cf");
    CHECK(run.finished == std::vector<std::string>{"a", "a"});
    CHECK(run.most_pending == 1);
}

TEST_CASE("promises of several sections are pending together, and none at the end of a bundle") {
    const auto run = run_concurrently({{"a", 2s}, {"b", 1s}}, R"cf(t: "a"; u: "c"; t: "b";)cf");
    CHECK(run.most_pending == 3);
    CHECK(run.observed.find("u c") > run.observed.find("t b"));
    const auto called = run_concurrently(
        {{"a", 3s}, {"b", 2s}, {"c", 1s}},
        R"cf(methods: "m" usebundle => called; t: "b"; u: "c"; } bundle agent called { t: "a";)cf"
    );
    CHECK(called.finished == std::vector<std::string>{"a", "c", "b"});
    CHECK(called.most_pending == 2);
}

TEST_CASE("classes, variables and reports wait for the promises before them") {
    const auto run = run_concurrently(
        {{"a", 2s}},
        R"cf(t: "a" classes => results("x"); classes: "y" expression => "x_kept"; reports: y:: "y";)cf"
    );
    CHECK(run.observed.ends_with("R: y\n"));
}

TEST_CASE("nothing overlaps when the run keeps one promise after the other") {
    PolicyWorld world;
    world.options.concurrency = Concurrency::none;
    world.keeper.capacity = 4;
    world.keeper.script("t", "a").takes = 2s;
    world.run_main(R"cf(t: "a"; "b"; u: "c";)cf");
    CHECK(world.keeper.most_pending() == 1);
}

TEST_CASE("promises of bundled types overlap when the run, the host or the policy lets them") {
    const auto most_pending = [](const RunOptions& options, std::string_view control) {
        PolicyWorld world;
        world.options = options;
        world.keeper.script("commands", "/bin/a").takes = 2s;
        world.keeper.capacity = 4;
        world.run("bundle agent main { commands: '/bin/a'; '/bin/b'; }" + std::string(control));
        return world.keeper.most_pending();
    };
    using enum Concurrency;
    constexpr const char* named =
        "body agent control { concurrent_types => { 'commands', 'files' }; }";
    CHECK(most_pending({.concurrency = declared}, "") == 1);
    CHECK(most_pending({.concurrency = declared}, named) == 2);
    CHECK(most_pending({.concurrency = none}, named) == 1);
    CHECK(most_pending({.concurrency = bundled_too}, "") == 2);
    const RunOptions of_host{.concurrency = declared, .concurrent_types = {"commands"}};
    CHECK(most_pending(of_host, "") == 2);
}

TEST_CASE("a command whose output defines variables is kept alone") {
    PolicyWorld world;
    world.options.concurrency = Concurrency::bundled_too;
    world.keeper.capacity = 4;
    world.keeper.script("commands", "/bin/a").takes = 2s;
    world.run_main(R"cf(commands: "/bin/a" module => "true"; "/bin/b";)cf");
    CHECK(world.keeper.most_pending() == 1);
}

TEST_CASE("promises are kept one by one when a class can abort the run or a bundle") {
    for (const char* classes : {"abortclasses", "abortbundleclasses"}) {
        CAPTURE(classes);
        PolicyWorld world;
        world.keeper.capacity = 4;
        world.run(
            std::string("body agent control { ") + classes +
            " => { 'stop' }; } bundle agent main { t: 'a'; 'b'; }"
        );
        CHECK(world.handed_over() == "t a\nt b\n");
        CHECK(world.keeper.most_pending() == 1);
    }
}

TEST_CASE("locks of concurrent promises are taken in policy order and all released") {
    PolicyWorld world;
    world.dialect.manner = cfengine::Manner::of_reference(); // stores the time of every attempt
    world.keeper.capacity = 4;
    world.keeper.script("t", "a").takes = 2s;
    world.run_main(R"cf(t: "a"; "b"; "error";)cf");
    CHECK(world.state.requests().size() == 3);
    CHECK(world.state.taken().empty());
    CHECK(world.run_main(R"cf(t: "a"; "b"; "error";)cf").empty());
}

TEST_CASE("pending promises end in order after a signal, and no more are started") {
    PolicyWorld world;
    world.keeper.capacity = 2;
    world.keeper.script("t", "a").takes = 2s;
    world.keeper.script("t", "b").takes = 1s;
    world.keeper.script("t", "b").effect = [&] { world.stop.number = 2; };
    CHECK(
        world.run_main(R"cf(t: "a"; "b"; "c";)cf") == "t a: kept\nt b: kept\nended: interrupted\n"
    );
}

TEST_CASE("a class of a pending promise is cancelled in policy order") {
    const auto run = run_concurrently(
        {{"a", 2s}, {"b", 1s}},
        R"cf(classes: "x" if => "!done", scope => "namespace"; t: "a" classes => ends("x"); x:: "b";
             } body classes ends(name) { cancel_kept => { "$(name)" }; promise_kept => { "done" };)cf"
    );
    CHECK(run.observed == "info: line of a\nt a: kept\n");
}

} // namespace concurrency_test
