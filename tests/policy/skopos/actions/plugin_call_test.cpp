#include "policy/skopos/actions/plugin_call.h"

#include <doctest/doctest.h>

namespace plugin_call_test {

using namespace vow;
using namespace vow::skopos;

namespace {

Data json(const std::string& text) {
    return std::get<Data>(parse_json(text));
}

/// A call with its arguments in YAML, in a loop of component `web`.
struct Call {
    Descriptors descriptors = {};
    Instances instances = {};
    PluginCall call = {};
    StepScope scope{
        .descriptors = descriptors,
        .instances = instances,
        .project = "shop",
        .component = "web",
        .index = 1,
        .selector = Selector::new_ones};

    explicit Call(const std::string& action, const std::string& arguments = "{}") {
        call.plugin = "p";
        call.action = action;
        call.arguments = std::get<YamlNode>(parse_yaml(arguments));
    }
};

} // namespace

TEST_CASE("a request has the arguments, and what the plan knows") {
    Call test("q", "{n: 1, t: '{{.index}}', project: mine, index: own}");
    test.descriptors.model = json(R"({"components":{"web":{"image":"i"}}})");
    test.descriptors.target = json(R"({"plugin_config":{"p":{"x":1}}})");
    CHECK(
        plugin_request(test.call, test.scope) ==
        json(R"({"n":1,"t":"1","project":"shop","index":"own","component":"web","inst":[],)"
             R"("model":{"image":"i"},"config":{"x":1}})")
    );
}

TEST_CASE("an argument without a value fails") {
    Call test("q", "{t: '{{.vars.x}}'}");
    CHECK_THROWS_WITH_AS(
        plugin_request(test.call, test.scope), "no variable '.vars.x'", StepFailure
    );
}

TEST_CASE("an answer is one JSON object or nothing") {
    CHECK(plugin_answer(" \n").size() == 0);
    CHECK(plugin_answer("{\n\"a\": 1}\n").size() == 1);
    CHECK_THROWS_WITH_AS(
        plugin_answer("done\nwell\n"), "answer is not a JSON object: 'done'", StepFailure
    );
    CHECK_THROWS_AS(plugin_answer("[1]"), StepFailure);
    CHECK_THROWS_AS(plugin_answer("{} {}"), StepFailure);
}

TEST_CASE("an instance in the answer takes the index of the loop") {
    Call test("inst_create");
    apply_answer(test.call, json(R"({"inst":[{"id":"i"}]})"), test.scope, test.instances);
    CHECK(test.instances.at("web", Selector::new_ones, 1)->find("id")->text() == "i");
    test.call.action = "inst_destroy";
    apply_answer(test.call, json(R"({"inst":[{"id":"i"}]})"), test.scope, test.instances);
    CHECK(test.instances.end("web", Selector::new_ones) == 0);
}

TEST_CASE("outside of loops an answer replaces the instances") {
    Call test("q");
    test.scope.index.reset();
    apply_answer(
        test.call, json(R"({"inst":[{"id":"a"},{"id":"b"}]})"), test.scope, test.instances
    );
    CHECK(test.instances.end("web", Selector::new_ones) == 2);
    test.call.action = "inst_destroy_all";
    apply_answer(test.call, json("{}"), test.scope, test.instances);
    CHECK(test.instances.end("web", Selector::new_ones) == 0);
}

TEST_CASE("a dry run assumes an instance") {
    Call test("inst_create");
    apply_assumed(test.call, test.scope, test.instances);
    CHECK(test.instances.at("web", Selector::new_ones, 1)->find("id")->text() == "<new 1>");
}

} // namespace plugin_call_test
