#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace guards_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("a promise is handed over when its class guard holds") {
    check_observed({
        {R"cf(classes: "yes"; t: yes:: "a"; no:: "b"; !no:: "c"; yes.no:: "d"; yes|no:: "e";)cf",
         "t a: kept\nt c: kept\nt e: kept\n"},
        {R"cf(classes: "yes"; t: yes.!(no|other):: "a"; any:: "b";)cf", "t a: kept\nt b: kept\n"},
        {R"cf(vars: "name" string => "yes"; classes: "yes"; t: "$(name)":: "a"; "!$(name)":: "b";)cf",
         "t a: kept\n"},
        {R"cf(t: "$(unknown)":: "a";)cf", ""},
    });
}

TEST_CASE("a promise is handed over when its conditions hold") {
    check_observed({
        {R"cf(t: "a" if => "any"; "b" if => "never"; "c" if => "!never";)cf",
         "t a: kept\nt c: kept\n"},
        {R"cf(commands: "/a" ifvarclass => "any"; "/b" ifvarclass => "never";)cf",
         "commands /a: kept\n"},
        {R"cf(t: "a" unless => "any"; "b" unless => "never";)cf", "t b: kept\n"},
        {R"cf(t: "a" if => "any", unless => "any"; "b" if => "any", unless => "never";)cf",
         "t b: kept\n"},
        {R"cf(vars: "v" string => "x"; t: "a" if => isvariable("v"); "b" unless => isvariable("v");)cf",
         "t a: kept\n"},
        {R"cf(t: "a" if => not("never"); "b" if => and("any", "never");)cf", "t a: kept\n"},
    });
}

TEST_CASE("an unknown condition skips a promise, an unless only until the last pass") {
    check_observed({
        {R"cf(t: "a" if => "$(unknown)";)cf", ""},
        {R"cf(t: "a" unless => "$(unknown)"; "b";)cf", "t b: kept\nt a: kept\n"},
    });
}

TEST_CASE("the observer learns why a promise was skipped when it wants details") {
    PolicyWorld world;
    world.observer.details = true;
    const std::string guard = "t a: skipped, guard\n";
    CHECK(world.run_main(R"cf(t: never:: "a";)cf") == guard + guard + guard);
    const std::string condition = "t b: skipped, condition\n";
    CHECK(world.run_main(R"cf(t: "b" if => "never";)cf") == condition + condition + condition);
    CHECK(
        world.run_main(R"cf(t: "c";)cf") ==
        "t c: kept\nt c: skipped, repeated\nt c: skipped, repeated\n"
    );
}

} // namespace guards_test
