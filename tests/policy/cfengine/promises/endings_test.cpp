#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace endings_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("a class of abortclasses ends the run where it is defined") {
    constexpr const char* policy = R"cf(
body agent control { abortclasses => { "enough_.*" }; }
bundle agent main { t: "a"; "repaired" classes => results("enough"); "b"; methods: "other"; }
bundle agent other { t: "c"; }
)cf";
    CHECK(
        PolicyWorld().run(policy) == "t c: kept\nt a: kept\nt repaired: repaired\n"
                                     "notice: cf-agent aborted on defined class 'enough_repaired'\n"
                                     "ended: aborted, aborted on defined class 'enough_repaired'\n"
    );
}

TEST_CASE("a class of abortbundleclasses ends its bundle and the caller goes on") {
    constexpr const char* policy = R"cf(
body agent control { abortbundleclasses => { "enough_repaired" }; }
bundle agent main { methods: "other"; t: "after"; }
bundle agent other { t: "repaired" classes => results("enough"); "never"; }
)cf";
    CHECK(
        PolicyWorld().run(policy) ==
        "t repaired: repaired\nerror: Bundle 'other' aborted on defined class 'enough_repaired'\n"
        "t after: kept\n"
    );
}

TEST_CASE("no promise is started after a signal") {
    PolicyWorld world;
    world.keeper.script("t", "b").effect = [&] { world.stop.number = 15; };
    CHECK(world.run(R"cf(
bundle agent main { t: "a"; "b"; "c"; methods: "first"; "last" usebundle => other; }
bundle agent first { reports: "r"; }
bundle agent other { t: "d"; }
)cf") == "R: r\nt d: kept\nt a: kept\nt b: kept\nended: interrupted\n");
}

TEST_CASE("bundles run in the order of the bundle sequence") {
    CHECK(PolicyWorld().run(R"cf(
body common control { bundlesequence => { "two", "one" }; }
bundle agent one { t: "1"; }
bundle agent two { t: "2"; }
)cf") == "t 2: kept\nt 1: kept\n");
    PolicyWorld chosen;
    chosen.dialect.bundle_sequence = {"one"};
    CHECK(
        chosen.run("bundle agent one { t: '1'; } bundle agent main { t: '2'; }") == "t 1: kept\n"
    );
}

TEST_CASE("classes of the command line guard promises and negated hard ones hold all the same") {
    PolicyWorld world;
    world.dialect.define = {"given"};
    world.dialect.negate = {"linux", "soft"};
    world.facts.classes = {"linux"};
    CHECK(world.run_main("t: given:: 'a'; linux:: 'b'; soft:: 'c';") == "t a: kept\nt b: kept\n");
}

} // namespace endings_test
