#include "tests/policy/cfengine/promises/run_policy.h"

#include <doctest/doctest.h>

namespace expander_test {

using namespace vow::test;

namespace {

constexpr std::string_view policy = R"cf(
bundle agent main
{
  vars:
      "text" string => "T";
      "name" string => "text";
      "list" slist => { "a", "b" };
      "array[k]" string => "V";
      "array[k][deep]" string => "D";
      "key" string => "k";
      "data" data => '{ "k": { "n": 5, "nothing": null }, "list": [ "x" ] }';
      "late" string => "has $(unknown)";
})cf";

struct Row {
    std::string_view text, expanded;
};

} // namespace

TEST_CASE("the expander replaces references by their values") {
    constexpr Row rows[] = {
        {"plain", "plain"},
        {"$(text)${text}", "TT"},
        {"$(main.text) $(default:main.text)", "T T"},
        {"$($(name))", "T"},
        {"$(array[k]) $(array[$(key)]) $(array[k][deep])", "V V D"},
        {"$(data[k][n]) $(data[list][0])", "5 x"},
        {"$(const.dollar)", "$"},
    };
    RunPolicy run(policy);
    for (const Row& row : rows) {
        CAPTURE(std::string(row.text));
        CHECK(run.expanded(row.text) == row.expanded);
    }
}

TEST_CASE("a reference stays as written when it has no text") {
    constexpr Row rows[] = {
        {"a $(unknown) $(text)", "a $(unknown) T (unresolved)"},
        {"$(other.text)", "$(other.text) (unresolved)"},
        {"$(array[x])", "$(array[x]) (unresolved)"},
        {"$(data[k])", "$(data[k]) (unresolved)"},
        {"$(list)", "$(list) (unresolved)"},
        {"@(list)", "@(list) (unresolved)"},
        {"$(late)", "has $(unknown) (unresolved)"},
    };
    RunPolicy run(policy);
    for (const Row& row : rows) {
        CAPTURE(std::string(row.text));
        CHECK(run.expanded(row.text) == row.expanded);
    }
}

} // namespace expander_test
