#include "tests/policy/cfengine/promises/policy_world.h"

#include <doctest/doctest.h>

namespace custom_types_test {

using namespace vow;
using namespace vow::test;

namespace {

/// The type of the one promise of a policy with this `promise agent own` block.
PromiseType type_of(std::string_view block) {
    PolicyWorld world;
    world.host.files["/policy/own.sh"] = "#!/bin/sh\n";
    world.host.files["/modules/own"] = "#!/bin/sh\n";
    world.run("promise agent own { " + std::string(block) + " } bundle agent main { own: 'a'; }");
    REQUIRE(world.keeper.started().size() == 1);
    return world.keeper.started().front().type;
}

} // namespace

TEST_CASE("a promise block names the module of its type") {
    CHECK(
        type_of(R"cf(path => "/modules/own"; interpreter => "/bin/sh";)cf") ==
        PromiseType{"own", "/bin/sh", "/modules/own"}
    );
    CHECK(type_of(R"cf(path => "/modules/own";)cf") == PromiseType{"own", "", "/modules/own"});
    CHECK(type_of(R"cf(path => "own.sh";)cf") == PromiseType{"own", "", "/policy/own.sh"});
    CHECK(
        type_of(R"cf(path => "$(this.promise_dirname)/own.sh";)cf") ==
        PromiseType{"own", "", "/policy/own.sh"}
    );
}

TEST_CASE("a promise whose module disappears after loading is not kept") {
    PolicyWorld world;
    world.host.files["/modules/own"] = "";
    world.keeper.script("t", "remover").effect = [&] { world.host.files.erase("/modules/own"); };
    CHECK(
        world.run(R"cf(
promise agent own { path => "/modules/own"; }
bundle agent main { t: "remover"; own: "a" classes => results("a"); reports: a_failed:: "failed"; }
)cf") == "t remover: kept\nerror: Promise module '/modules/own' does not exist\n"
         "own a: not_kept\nR: failed\n"
         "error: Promise module '/modules/own' does not exist\n"
         "error: Promise module '/modules/own' does not exist\n"
    );
}

TEST_CASE("a module gets the attributes of a promise except those for the agent only") {
    PolicyWorld world;
    world.run(R"cf(
bundle agent main
{
  t: "a"
       text => "t", list => { "x", "y" }, data => '{"k": 1}', settings => some,
       if => "any", unless => "never", handle => "h", comment => "c", meta => { "m" },
       classes => results("x"), action => locked_for("0"), with => "w";
}
body settings some { one => "1"; many => { "a", "b" }; }
)cf");
    REQUIRE(world.keeper.started().size() == 1);
    const Attributes& attributes = world.keeper.started().front().attributes;
    std::string names;
    for (const Attribute& attribute : attributes)
        names += attribute.name + " ";
    CHECK(names == "text list data settings handle comment ");
    CHECK(*attributes.text("text") == "t");
    CHECK(
        std::get<std::vector<std::string>>(*attributes.find("list")) ==
        std::vector<std::string>{"x", "y"}
    );
    CHECK(
        json_text(std::get<Data>(*attributes.find("settings"))) ==
        R"cf({"one":"1","many":["a","b"]})cf"
    );
}

TEST_CASE("a body for a custom promise takes arguments and inherits") {
    PolicyWorld world;
    world.run(R"cf(
bundle agent main { t: "a" settings => chosen("1"); }
body settings chosen(one) { one => "$(one)"; inherit_from => others("2", "3"); }
body settings others(two, one) { two => "$(two)"; one => "$(one)"; }
)cf");
    REQUIRE(world.keeper.started().size() == 1);
    const AttributeValue* settings = world.keeper.started().front().attributes.find("settings");
    CHECK(json_text(std::get<Data>(*settings)) == R"cf({"two":"2","one":"1"})cf");
}

TEST_CASE("classes of a module hold in the bundle of its promise only") {
    PolicyWorld world;
    world.keeper.script("t", "a").outcome.classes = {"from module"};
    CHECK(world.run(R"cf(
bundle agent main { t: "a"; reports: from_module:: "main"; methods: from_module:: "other"; }
bundle agent other { reports: any:: "called"; from_module:: "other"; }
)cf") == "t a: kept\nR: called\nR: main\n");
}

TEST_CASE("variables of a module are found under its type and under the handle") {
    PolicyWorld world;
    world.keeper.script("t", "a b").outcome.variables = {
        {"text", Data::string("x")},
        {"list", Data::array({Data::string("1"), Data::string("2")})},
        {"data", Data::object({{"k", Data::string("v")}})}};
    CHECK(
        world.run_main(R"cf(
t: "a b" handle => "h";
   "$(t[a b][text]) $(h[text])" if => isvariable("h[text]");
   "$(h[list])" if => isvariable("h[list]");
   "$(h[data][k])" if => isvariable("h[data]");)cf") ==
        "t a b: kept\nt x x: kept\nt 1: kept\nt 2: kept\nt v: kept\n"
    );
}

} // namespace custom_types_test
