#include "policy/run/usage_error.h"
#include "policy/skopos/run/run_setup.h"

#include <doctest/doctest.h>

namespace run_setup_test {

using namespace vow;
using namespace vow::skopos;

namespace {

Plan plan_with_gates(const std::vector<std::string>& ids) {
    Plan plan;
    for (const std::string& id : ids) {
        Step gate;
        gate.id = id;
        gate.what = Gate{};
        plan.steps.push_back(std::move(gate));
    }
    return plan;
}

} // namespace

TEST_CASE("each answer counts once, in its order") {
    GateAnswers answers({{"a", true}, {"a", false}}, plan_with_gates({"a", "b"}));
    CHECK(answers.take("b") == std::nullopt);
    CHECK(answers.take("a") == true);
    CHECK(answers.take("a") == false);
    CHECK(answers.take("a") == std::nullopt);
}

TEST_CASE("a star answers gates that have no answer of their own") {
    GateAnswers answers({{"*", true}, {"b", false}}, plan_with_gates({"a", "b"}));
    CHECK(answers.take("a") == true);
    CHECK(answers.take("a") == true);
    CHECK(answers.take("b") == false);
    CHECK(answers.take("b") == std::nullopt);
}

TEST_CASE("an unknown gate is wrong usage, with the nearest one") {
    CHECK_THROWS_WITH_AS(
        GateAnswers({{"agred", true}}, plan_with_gates({"agreed"})),
        "'agred' is not a gate of this plan; did you mean 'agreed'?",
        UsageError
    );
}

} // namespace run_setup_test
