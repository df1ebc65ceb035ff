#include "policy/cfengine/values/persistent_classes.h"
#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace outcome_classes_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("a classes body defines the class of the verdict and no other") {
    struct Row {
        const char* promiser;
        const char* reports;
    };
    for (const Row& row : {
             Row{"kept", "R: x_kept\n"},
             Row{"repaired", "R: x_repaired\n"},
             Row{"not_kept", "R: x_failed\n"},
             Row{"denied", "R: x_denied\n"},
             Row{"timed_out", "R: x_timeout\n"},
             Row{"error", "R: x_failed\n"},
         }) {
        CAPTURE(row.promiser);
        const std::string promiser = row.promiser;
        CHECK(
            observed(
                "t: '" + promiser + R"cf(' classes => results("x");
                 reports: "$(with)" with => join(" ", classesmatching("x_.*")), if => isgreaterthan(length(classesmatching("x_.*")), "0");)cf"
            ) == "t " + promiser + ": " + promiser + "\n" + row.reports
        );
    }
}

TEST_CASE("a classes body may list several classes and their names are made canonical") {
    CHECK(PolicyWorld().run(R"cf(
bundle agent main
{
  t: "repaired" classes => several("a-b");
  reports: a_b:: "one"; two:: "two";
}
body classes several(name) { promise_repaired => { "$(name)", "two" }; }
)cf") == "t repaired: repaired\nR: one\nR: two\n");
}

TEST_CASE("classes of a classes body hold everywhere unless its scope is the bundle") {
    constexpr const char* policy = R"cf(
bundle agent main { methods: "callee"; "other"; reports: wide:: "main wide"; narrow:: "main narrow"; }
bundle agent callee
{
  t: "kept" classes => in("namespace", "wide");
     "repaired" classes => in("bundle", "narrow");
  reports: narrow:: "callee narrow";
}
bundle agent other { reports: wide:: "other wide"; narrow:: "other narrow"; }
body classes in(scope, name)
{
  scope => "$(scope)";
  promise_kept => { "$(name)" };
  promise_repaired => { "$(name)" };
}
)cf";
    CHECK(
        PolicyWorld().run(policy) == "t kept: kept\nt repaired: repaired\nR: callee narrow\n"
                                     "R: other wide\nR: main wide\n"
    );
}

TEST_CASE("a classes body cancels classes by the verdict") {
    struct Row {
        const char* verdict;
        const char* reported;
    };
    for (const Row& row :
         {Row{"kept", "cancelled"}, Row{"repaired", "left"}, Row{"not_kept", "cancelled"}}) {
        const std::string verdict = row.verdict;
        CAPTURE(verdict);
        PolicyWorld world;
        world.dialect.define = {"x"};
        CHECK(
            world.run(
                "bundle agent main { t: '" + verdict +
                "' classes => cancels; reports: done.!x:: 'cancelled'; done.x:: 'left'; } " +
                R"cf(
body classes cancels
{
  cancel_kept => { "x" };
  cancel_notkept => { "x" };
  promise_kept => { "done" };
  promise_repaired => { "done" };
  repair_failed => { "done" };
}
)cf"
            ) == "t " + verdict + ": " + verdict + "\nR: " + row.reported + "\n"
        );
    }
}

TEST_CASE("a class with a persist_time is defined in later runs until it expires") {
    PolicyWorld world;
    constexpr const char* policy = R"cf(
bundle agent main
{
  t: first:: "repaired" classes => lasting;
  reports: stored:: "stored";
}
body classes lasting { promise_repaired => { "stored" }; persist_time => "10"; }
)cf";
    world.dialect.define = {"first"};
    CHECK(world.run(policy) == "t repaired: repaired\nR: stored\n");
    world.dialect.define = {};
    world.host.clock.now += std::chrono::minutes(9);
    CHECK(world.run(policy) == "R: stored\n");
    world.host.clock.now += std::chrono::minutes(1);
    CHECK(world.run(policy).empty());
}

TEST_CASE("an absolute timer is left alone when the class is stored again") {
    PolicyWorld world;
    constexpr const char* policy = R"cf(
bundle agent main { t: "repaired" classes => lasting, action => locked_for("0"); }
body classes lasting
{
  promise_repaired => { "stored" };
  persist_time => "10";
  timer_policy => "absolute";
}
)cf";
    world.run(policy);
    const auto first = cfengine::persistent_classes(world.world).at(0).expires;
    world.host.clock.now += std::chrono::minutes(5);
    world.run(policy);
    CHECK(world.keeper.started().size() == 2);
    CHECK(cfengine::persistent_classes(world.world).at(0).expires == first);
}

TEST_CASE("a command and a file with several verdicts define the classes of each of them") {
    PolicyWorld world;
    for (const char* type : {"commands", "files"}) {
        world.keeper.script(type, "/x").outcome.verdicts = {Verdict::repaired, Verdict::not_kept};
    }
    CHECK(
        world.run_main(R"cf(
commands: "/x" classes => results("c");
files: "/x" create => "true", classes => results("f");
reports: c_repaired:: "c repaired"; c_failed:: "c failed"; f_repaired:: "f repaired"; f_failed:: "f failed";)cf"
        ) == "files /x: not_kept\ncommands /x: not_kept\nR: c repaired\nR: c failed\nR: f "
             "repaired\nR: f failed\n"
    );
}

TEST_CASE("missing permission and an exceeded time limit define the classes of a failure, too") {
    const auto classes_of = [](const char* type, Verdict kind, const cfengine::Manner& manner) {
        PolicyWorld world;
        world.dialect.manner = manner;
        world.keeper.script(type, "/x").outcome.verdicts = {Verdict::not_kept, kind};
        std::string promises = type;
        promises += R"cf(: "/x" classes => results("x");
reports: "$(with)" with => join(" ", sort(classesmatching("x_.*"), "lex"));)cf";
        const std::string seen = world.run_main(promises);
        return seen.substr(seen.rfind("R: "));
    };
    for (const char* type : {"commands", "t"}) {
        CAPTURE(type);
        const cfengine::Manner own;
        CHECK(classes_of(type, Verdict::denied, own) == "R: x_denied x_failed\n");
        CHECK(classes_of(type, Verdict::timed_out, own) == "R: x_failed x_timeout\n");
        const auto reference = cfengine::Manner::of_reference();
        CHECK(classes_of(type, Verdict::denied, reference) == "R: x_failed\n");
        CHECK(classes_of(type, Verdict::timed_out, reference) == "R: x_failed\n");
    }
}

TEST_CASE("the classes body names each file of a search") {
    PolicyWorld world;
    world.keeper.script("files", "/d").outcome = {
        .verdicts = {Verdict::repaired},
        .parts = {{"/d/a", {Verdict::kept}}, {"/d/b", {Verdict::repaired}}}};
    CHECK(
        world.run_main(R"cf(
files: "/d" touch => "true", depth_search => all, classes => each;
reports: "$(with)" with => join(" ", sort(classesmatching("(kept|repaired)_.*"), "lex"));
} body depth_search all { depth => "inf"; }
body classes each {
  promise_kept => { "kept_$(this.promiser)" }; promise_repaired => { "repaired_$(this.promiser)" };)cf"
        ) == "files /d: repaired\nR: kept__d_a repaired__d repaired__d_b\n"
    );
}

TEST_CASE("a changed file sets a class that persists") {
    PolicyWorld world;
    world.keeper.script("files", "/f").outcome = {
        .verdicts = {Verdict::repaired}, .classes = {"checksum_alerts"}};
    CHECK(world.run_main(R"cf(
files: "/f" touch => "true";
reports: checksum_alerts:: "alert";)cf") == "files /f: repaired\nR: alert\n");
    CHECK(cfengine::persistent_classes(world.world).at(0).name == "checksum_alerts");
}

} // namespace outcome_classes_test
