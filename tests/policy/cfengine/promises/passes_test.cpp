#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace passes_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("equal promises are handed over once in a run") {
    check_observed({
        {R"cf(t: "a"; "a";)cf", "t a: kept\n"},
        {R"cf(t: "a" colour => "red"; "a" colour => "red"; "a" colour => "blue";)cf",
         "t a: kept\nt a: kept\n"},
        {R"cf(t: "a" if => "any"; "a" if => "!never";)cf", "t a: kept\nt a: kept\n"},
        {R"cf(t: "a"; u: "a";)cf", "t a: kept\nu a: kept\n"},
    });
}

TEST_CASE("equal promises of two bundles are two promises") {
    PolicyWorld world;
    world.run(R"cf(
bundle agent main { methods: "one"; "two"; }
bundle agent one { t: "a"; }
bundle agent two { t: "a"; }
)cf");
    CHECK(world.handed_over() == "t a\nt a\n");
}

TEST_CASE("a promise is handed over again when its attributes change between passes") {
    PolicyWorld world;
    world.run_main(R"cf(
vars: "colour" string => "red"; later:: "colour" string => "blue";
t: "a" colour => "$(colour)"; "repaired" classes => results("later");
classes: "later" expression => "later_repaired";)cf");
    REQUIRE(world.keeper.started().size() == 3);
    CHECK(world.handed_over() == "t a\nt repaired\nt a\n");
    CHECK(*world.keeper.started().front().attributes.text("colour") == "red");
    CHECK(*world.keeper.started().back().attributes.text("colour") == "blue");
}

TEST_CASE("promise types run in normal order, custom types last in the order of the policy") {
    CHECK(
        PolicyWorld().run(R"cf(
bundle agent main
{
  reports: "r";
  u: "second";
  t: "first";
  commands: "/bin/c";
  files: "/f" create => "true";
  methods: "m" usebundle => callee;
}
bundle agent callee { reports: "in a method"; }
)cf") == "files /f: kept\nR: in a method\ncommands /bin/c: kept\nR: r\n"
         "u second: kept\nt first: kept\n"
    );
}

TEST_CASE("a class of a promise guards later promises, and earlier ones in the next pass") {
    CHECK(
        observed(R"cf(
t: x_repaired:: "before";
   any:: "repaired" classes => results("x");
   x_repaired:: "after";
reports: x_repaired:: "next pass";)cf") ==
        "t repaired: repaired\nt after: kept\nR: next pass\nt before: kept\n"
    );
}

TEST_CASE("three passes carry a chain of classes three links against its order") {
    CHECK(observed(R"cf(
t: c_kept:: "d" classes => results("d");
   b_kept:: "c" classes => results("c");
   a_kept:: "b" classes => results("b");
   any:: "a" classes => results("a");)cf") == "t a: kept\nt b: kept\nt c: kept\n");
}

TEST_CASE("result classes and variables of an outcome are visible in the next pass") {
    PolicyWorld world;
    world.keeper.script("t", "a").outcome = {
        .verdicts = {Verdict::repaired},
        .classes = {"made"},
        .variables = {{"size", Data::string("7")}}};
    CHECK(world.run_main(R"cf(
reports: made:: "$(t[a][size]) $(h[size])";
t: "a" handle => "h";)cf") == "t a: repaired\nR: 7 7\n");
}

TEST_CASE("a promise that stays unresolved is logged in the last pass and not handed over") {
    PolicyWorld world;
    CHECK(
        world.run_main(R"cf(t: "$(unknown)"; "b" colour => "$(unknown)"; "c";)cf") ==
        "t c: kept\n"
        "error: t promise with promiser '$(unknown)' has unresolved/unexpanded variables in "
        "promiser '$(unknown)' (/policy/main.cf:3); write $(const.dollar) for a dollar sign that "
        "begins no reference\n"
        "t $(unknown): not_kept\n"
        "error: t promise with promiser 'b' has unresolved/unexpanded variables in attribute "
        "'colour' (/policy/main.cf:3); write $(const.dollar) for a dollar sign that begins no "
        "reference\n"
        "t b: not_kept\n"
    );
    CHECK(world.handed_over() == "t c\n");
}

namespace {

/// The promises that a run hands over, and its reports, when its observer wants lines up to a
/// level.
std::string made_at(LogLevel level, const std::string& policy) {
    PolicyWorld world;
    world.observer.wanted = level;
    world.run(policy);
    std::string made = world.handed_over();
    for (const std::string& report : world.observer.reports)
        made += "R: " + report + "\n";
    return made;
}

} // namespace

TEST_CASE("a pass leaves out only promises of which it would make nothing") {
    // With verbose lines every promise is evaluated in every pass.
    for (const char* policy : {
             R"cf(bundle agent main {
                 vars: "all" slist => { "a", "b" };
                 t: "$(all)" colour => "red";
                 reports: "$(all)"; })cf",
             R"cf(bundle agent main {
                 vars: "colour" string => "red"; later:: "colour" string => "blue";
                 t: "a" colour => "$(colour)"; "repaired" classes => results("later");
                 reports: "it is $(colour)";
                 classes: "later" expression => "later_repaired"; })cf",
             R"cf(bundle agent main {
                 t: "a" if => "late"; "b" colour => "$(late[1])";
                 reports: "it is $(late[1])"; late:: "now";
                 classes: "soon" expression => "any"; "late" expression => "soon";
                 vars: late:: "late[1]" string => "x"; })cf",
             R"cf(bundle agent main { methods: "call" usebundle => again("one"); }
             bundle agent again(n) {
                 classes: "first" expression => strcmp("$(n)", "one");
                 methods: first:: "call" usebundle => again("two");
                 t: first:: "a"; !first:: "b";
                 reports: first:: "one"; !first:: "two"; any:: "both $(n)"; })cf",
             R"cf(bundle agent main {
                 t: "repaired" handle => "made"; "a" depends_on => { "after" };
                 u: "b" handle => "after"; })cf",
         }) {
        CAPTURE(policy);
        CHECK(made_at(LogLevel::notice, policy) == made_at(LogLevel::verbose, policy));
        CHECK(made_at(LogLevel::notice, policy) != "");
    }
}

} // namespace passes_test
