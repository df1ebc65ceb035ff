#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace iteration_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("a promise is handed over once for each element of the lists that it names") {
    check_observed({
        {R"cf(vars: "l" slist => { "a", "b" }; t: "$(l)";)cf", "t a: kept\nt b: kept\n"},
        {R"cf(vars: "l" slist => {}; t: "$(l)"; "x";)cf", "t x: kept\n"},
        {R"cf(vars: "l" slist => { "a", "b" }; "m" slist => { "1", "2" }; t: "$(l)$(m)";)cf",
         "t a1: kept\nt a2: kept\nt b1: kept\nt b2: kept\n"},
        {R"cf(vars: "l" slist => { "a", "b" }; t: "$(l)$(l)";)cf", "t aa: kept\nt bb: kept\n"},
        {R"cf(vars: "l" slist => { "a", "b" }; t: "x" colour => "$(l)";)cf",
         "t x: kept\nt x: kept\n"},
        {R"cf(vars: "d" data => '["a", {"k": "b"}]'; t: "$(d)";)cf", "t a: kept\n"},
    });
}

TEST_CASE("conditions and classes of an iterated promise belong to its element") {
    check_observed({
        {R"cf(vars: "l" slist => { "a", "b" }; classes: "b"; t: "$(l)" if => "$(l)";)cf",
         "t b: kept\n"},
        {R"cf(vars: "l" slist => { "kept", "repaired", "error" };
              t: "$(l)" classes => results("x_$(l)");
              reports: x_kept_kept.x_repaired_repaired.x_error_failed:: "each";
                       x_kept_repaired|x_repaired_kept:: "mixed";)cf",
         "t kept: kept\nt repaired: repaired\nt error: error\nR: each\n"},
    });
}

TEST_CASE("a list is handed over whole when an attribute names it as a list") {
    PolicyWorld world;
    world.run_main(R"cf(vars: "l" slist => { "b", "c" }; t: "x" colours => { "a", @(l) };)cf");
    REQUIRE(world.keeper.started().size() == 1);
    const AttributeValue* colours = world.keeper.started()[0].attributes.find("colours");
    REQUIRE(colours != nullptr);
    CHECK(std::get<std::vector<std::string>>(*colours) == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("an attribute can refer to its promiser and its `with`") {
    PolicyWorld world;
    world.run_main(R"cf(
vars: "l" slist => { "a", "b" };
t: "$(l)" path => "/$(this.promiser)/$(with)", with => string_upcase("$(l)");)cf");
    REQUIRE(world.keeper.started().size() == 2);
    CHECK(*world.keeper.started()[0].attributes.text("path") == "/a/A");
    CHECK(*world.keeper.started()[1].attributes.text("path") == "/b/B");
}

} // namespace iteration_test
