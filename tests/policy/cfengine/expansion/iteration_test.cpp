#include "tests/policy/cfengine/promises/run_policy.h"

#include <doctest/doctest.h>

namespace iteration_test {

using namespace vow::test;

namespace {

constexpr std::string_view variables = R"cf(
  vars:
      "n" slist => { "1", "2" };
      "l" slist => { "x", "y" };
      "empty" slist => {};
      "l_1" slist => { "p" };
      "l_2" slist => { "q", "r" };
      "a[1]" string => "one";
      "d" data => '{ "k": "v", "nested": [ "w" ], "nothing": null }';
  reports: )cf";

std::string rounds(std::string_view report) {
    std::string lines = reports_of(std::string(variables) + '"' + std::string(report) + "\";");
    for (char& letter : lines) {
        if (letter == '\n') letter = ' ';
    }
    return lines;
}

struct Row {
    std::string_view report, rounds;
};

} // namespace

TEST_CASE("iteration makes one round for each combination of elements") {
    constexpr Row rows[] = {
        {"once", "once"},
        {"$(n)", "1 2"},
        {"$(n)$(l)", "1x 1y 2x 2y"},
        {"$(l)$(n)", "x1 x2 y1 y2"},
        {"$(n)$(n)", "11 22"},
        {"$(n)$(main.n)", "11 12 21 22"},
        {"$(n):$(l_$(n))", "1:p 2:q 2:r"},
        {"$(d)", "v"},
        {"$(d[nested])", "w"},
    };
    for (const Row& row : rows) {
        CAPTURE(std::string(row.report));
        CHECK(rounds(row.report) == row.rounds);
    }
}

TEST_CASE("iteration makes no round when a list is empty") {
    CHECK(rounds("$(empty)") == "");
    CHECK(rounds("$(n)$(empty)") == "");
    CHECK(rounds("$(d[nothing])") == "");
}

TEST_CASE("iteration leaves out a round when a built name names nothing") {
    CHECK(rounds("$(n)$(a[$(n)])") == "1one");
    CHECK(rounds("$(unknown[$(n)])") == "");
    CHECK(rounds("$(unknown)") == "$(unknown)");
}

} // namespace iteration_test
