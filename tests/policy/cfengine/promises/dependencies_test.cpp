#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace dependencies_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("a promise waits until the promises it depends on are kept or repaired") {
    check_observed({
        {R"cf(t: "a" handle => "h"; "b" depends_on => { "h" };)cf", "t a: kept\nt b: kept\n"},
        {R"cf(t: "repaired" handle => "h"; "b" depends_on => { "h" };)cf",
         "t repaired: repaired\nt b: kept\n"},
        {R"cf(t: "b" depends_on => { "h" }; "a" handle => "h";)cf", "t a: kept\nt b: kept\n"},
        {R"cf(t: "c" depends_on => { "a", "b" }; "a" handle => "a"; "b" handle => "b";)cf",
         "t a: kept\nt b: kept\nt c: kept\n"},
        {R"cf(vars: "v" string => "x", handle => "v"; t: "a" depends_on => { "v" };)cf",
         "t a: kept\n"},
    });
}

TEST_CASE("a promise that fails satisfies no dependency") {
    for (const std::string verdict : {"not_kept", "denied", "timed_out", "error"}) {
        CAPTURE(verdict);
        CHECK(
            observed("t: '" + verdict + R"cf(' handle => "h"; "b" depends_on => { "h" };)cf") ==
            "t " + verdict + ": " + verdict + "\n"
        );
    }
    check_observed({{R"cf(t: "a" handle => "h", if => "never"; "b" depends_on => { "h" };)cf", ""}}
    );
}

TEST_CASE("a handle may be built from the element of an iteration") {
    check_observed({
        {R"cf(vars: "l" slist => { "kept", "error" };
            t: "$(l)" handle => "h_$(l)"; "x" depends_on => { "h_kept" }; "y" depends_on => { "h_error" };)cf",
         "t kept: kept\nt error: error\nt x: kept\n"},
    });
}

TEST_CASE("the log names the dependency that keeps a promise waiting when it is verbose") {
    PolicyWorld world;
    world.observer.wanted = LogLevel::verbose;
    const std::string observed =
        world.run_main(R"cf(t: "a" handle => "a", depends_on => { "h" };)cf");
    CHECK(
        observed.find("verbose: Skipping promise 'a', as promise dependency 'h' has not yet been "
                      "kept\n") != std::string::npos
    );
}

TEST_CASE("a promise carries its place and its handle") {
    PolicyWorld world;
    world.run_main("t: 'a' handle => 'my_a';\n  'b';");
    REQUIRE(world.keeper.started().size() == 2);
    const Origin& first = world.keeper.started()[0].origin;
    CHECK(first.file == "/policy/main.cf");
    CHECK(first.line == 3);
    CHECK(first.bundle == "main");
    CHECK(first.handle == "my_a");
    CHECK(world.keeper.started()[1].origin.line == 4);
}

} // namespace dependencies_test
