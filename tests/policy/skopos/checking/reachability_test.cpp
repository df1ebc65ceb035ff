#include "policy/skopos/checking/reachability.h"
#include "policy/skopos/plan/plan_reader.h"

#include <doctest/doctest.h>

namespace reachability_test {

using namespace vow;
using namespace vow::skopos;

namespace {

/// "xx- fail": which steps are reached, and what can come of the chain of a group.
std::string paths_in(const std::string& steps) {
    const SourceText source(
        "p.yaml",
        TrustedText::given(
            "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\n"
            "steps: [{id: g, class: group, steps: [" +
            steps + "]}]\n"
        )
    );
    Diagnostics diagnostics;
    const auto plan = read_plan(source, diagnostics);
    REQUIRE(plan);
    const ChainPaths paths = paths_of(plan->steps.at(0).steps, false);
    std::string shown;
    for (const bool is_reached : paths.is_reached)
        shown += is_reached ? 'x' : '-';
    if (paths.can_pass) shown += " pass";
    if (paths.can_fail) shown += " fail";
    if (const auto endless = endless_step(plan->steps.at(0).steps, false))
        shown += " endless " + std::to_string(*endless);
    return shown;
}

} // namespace

TEST_CASE("an empty chain passes") {
    CHECK(paths_in("") == " pass");
}

TEST_CASE("a failure without on_fail is ignored") {
    CHECK(paths_in("{id: a, class: action, exec: x}") == "x pass");
    CHECK(paths_in("{id: a, class: action, exec: x, on_fail: fail}") == "x pass fail");
}

TEST_CASE("a delay cannot fail") {
    CHECK(paths_in("{id: a, class: delay, on_fail: fail}") == "x pass");
}

TEST_CASE("steps that only lead to each other never end") {
    CHECK(
        paths_in("{id: a, class: delay}, {id: b, class: delay, on_pass: c}, "
                 "{id: c, class: delay, on_pass: b}") == "xxx endless 0"
    );
    CHECK(
        paths_in("{id: a, class: action, exec: x, on_pass: pass}, "
                 "{id: b, class: delay, on_pass: a}") == "xx pass"
    );
}

TEST_CASE("an end is found whichever way the flow leads to it") {
    CHECK(
        paths_in("{id: a, class: delay, on_pass: c}, {id: b, class: delay, on_pass: pass}, "
                 "{id: c, class: delay, on_pass: b}") == "xxx pass"
    );
    CHECK(
        paths_in("{id: a, class: action, exec: x, on_fail: c}, {id: b, class: delay}, "
                 "{id: c, class: delay, on_pass: d}, {id: d, class: delay, on_pass: c}"
        ) == "xxxx endless 0"
    );
}

TEST_CASE("cleanup is reached by its id alone, and fails the chain") {
    const std::string undo = "{id: u, class: delay, cleanup: true}";
    CHECK(paths_in("{id: a, class: action, exec: x}, " + undo) == "x- pass");
    CHECK(paths_in("{id: a, class: action, exec: x, on_fail: u}, " + undo) == "xx pass fail");
}

TEST_CASE("a step that every exit jumps over is not reached") {
    CHECK(
        paths_in("{id: a, class: delay, on_pass: c}, {id: b, class: delay}, {id: c, class: delay}"
        ) == "x-x pass"
    );
}

} // namespace reachability_test
