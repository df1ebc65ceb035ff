#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace user_home_test {

using namespace vow;
using namespace vow::test;

namespace {

constexpr const char* policy = R"cf(
users: "ada" policy => "present", home_bundle => home("of $(this.promiser)");
} bundle agent home(text) { reports: "home $(text)";)cf";

} // namespace

TEST_CASE("the bundle of a home is called when its user was created") {
    PolicyWorld world;
    world.keeper.answer("users", "ada", Verdict::repaired);
    CHECK(world.run_main(policy) == "users ada: repaired\nR: home of ada\n");
    REQUIRE(world.keeper.started().size() == 1);
    CHECK(world.keeper.started()[0].attributes == Attributes{{"policy", "present"}});
}

TEST_CASE("the bundle of a home is not called for a user that exists, or is not created") {
    PolicyWorld world;
    world.keeper.answer("users", "ada", Verdict::repaired);
    world.host.known_users = {{.name = "ada"}};
    CHECK(world.run_main(policy) == "users ada: repaired\n");

    PolicyWorld another;
    another.keeper.answer("users", "ada", Verdict::not_kept);
    CHECK(another.run_main(policy) == "users ada: not_kept\n");
}

} // namespace user_home_test
