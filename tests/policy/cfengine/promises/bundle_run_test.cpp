#include "tests/policy/cfengine/promises/run_policy.h"

#include <doctest/doctest.h>

namespace bundle_run_test {

using namespace vow::test;

TEST_CASE("variables settle when they are written before those they refer to") {
    CHECK(reports_of(R"cf(vars: "a" string => "$(b)"; "b" string => "$(c)"; "c" string => "C";
                        reports: "$(a)";)cf") == "C");
}

TEST_CASE("a chain of variables settles even when a variable is promised twice") {
    CHECK(reports_of(R"cf(vars: "x" string => "1"; "x" string => "2";
                              "a" string => "$(b)"; "b" string => "$(c)"; "c" string => "$(d)";
                              "d" string => "$(e[2])"; "e[2]" string => "$(e[1])";
                              "e[1]" string => "$(f)"; "f" string => "$(g)"; "g" string => "G";
                        reports: "$(a) $(x)";)cf") == "G 2");
}

TEST_CASE("a name built without a loop may be undefined") {
    CHECK(reports_of(R"cf(vars: "name" string => "nowhere";
                              "v" string => ifelse(isvariable("$(name)"), "$($(name))", "else");
                        reports: "$(v)";)cf") == "else");
}

TEST_CASE("classes written in reverse order are defined one level in each pass") {
    CHECK(reports_of(R"cf(classes: "c" expression => "b"; "b" expression => "a"; "a";
                        reports: a:: "a"; b:: "b"; c:: "c";)cf") == "a\nb\nc");
}

TEST_CASE("variables change when a class of the same pass guards them") {
    CHECK(reports_of(R"cf(vars: "v" string => "before"; now:: "v" string => "after";
                        classes: "now";
                        reports: "$(v)";)cf") == "after");
}

TEST_CASE("equal reports are printed once, and unresolved ones in the last pass") {
    CHECK(reports_of(R"cf(reports: "$(unknown)"; "same"; "same";)cf") == "same\n$(unknown)");
}

TEST_CASE("a method runs its bundle with arguments, which are undefined afterwards") {
    const RunPolicy run(R"cf(
bundle agent main
{
  vars: "l" slist => { "a", "b" };
  methods: "m" usebundle => callee("$(l)", @(l));
  reports: "$(callee.own) $(callee.one)";
}
bundle agent callee(one, all)
{
  vars: "own" string => "o$(one)";
  reports: "$(one) of $(all)";
}
)cf");
    const std::vector<std::string> expected = {
        "a of a", "a of b", "b of a", "b of b", "ob $(callee.one)"};
    CHECK(run.reports() == expected);
}

} // namespace bundle_run_test
