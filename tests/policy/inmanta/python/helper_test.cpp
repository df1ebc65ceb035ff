#include "policy/inmanta/python/helper.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>

namespace helper_test {

using namespace vow;
using namespace vow::inmanta;

namespace {

const PythonModules shop{
    .project = "/p",
    .paths = {{"shop", "/libs/shop"}},
    .plugins = {{"shop", "/libs/shop/plugins"}}};

/// Replies with prepared lines, and keeps what it was sent.
class ScriptedDialogue : public Dialogue {
public:
    ScriptedDialogue(std::deque<std::string> replies, std::vector<std::string>& sent)
        : replies_(std::move(replies)),
          sent_(sent) {}

    Answer<std::string>
    exchange(std::string_view line, std::chrono::milliseconds, const Pause& /*pause*/) override {
        sent_.emplace_back(line);
        if (replies_.empty()) return {.why_not = "it exited with status 1"};
        Answer<std::string> reply{.value = replies_.front()};
        replies_.pop_front();
        return reply;
    }
    std::string take_errors() override { return std::exchange(errors, {}); }

    std::string errors = "printed\n";

private:
    std::deque<std::string> replies_;
    std::vector<std::string>& sent_;
};

/// A host with a python3 that replies with prepared lines.
class PythonHost : public test::FakeHost {
public:
    std::deque<std::string> replies;
    std::vector<std::string> sent;
    std::vector<std::string> command;
    bool has_helper = true;
    std::string untrusted;

    std::optional<std::string> objection_to_tree(const std::string& path) override {
        if (path != untrusted) return std::nullopt;
        return "anybody can write it";
    }
    std::string companion(std::string_view name) override {
        return has_helper ? "/lib/" + std::string(name) : "";
    }
    bool may(Access, const std::string& path) override { return path == "/usr/bin/python3"; }
    std::optional<std::string> environment(const std::string&) override { return "/bin:/usr/bin"; }
    Answer<std::unique_ptr<Dialogue>> start_dialogue(const Command& started) override {
        command = started.arguments;
        return {.value = std::make_unique<ScriptedDialogue>(replies, sent)};
    }
};

class Instance : public Object {
public:
    std::string text() const override { return "shop::Item"; }
    std::string_view type_name() const override { return "shop::Item"; }
};

/// Knows the name of every item, and nothing else yet.
class ItemAnswers : public ModelAnswers {
public:
    Found attribute(Object&, const std::string& name) override {
        if (name == "name") return Value(std::string("pen"));
        if (name == "price") return Unset{};
        if (name == "box") return Empty{"box has no value"};
        return Missing{"no attribute " + name};
    }
    Value description(Object& instance) override {
        Dict members;
        members.set("text", Value(instance.text()));
        return {std::move(members)};
    }
    Found name(const std::string&) override { return Value(std::int64_t{5}); }
    Found call(const std::string&, std::vector<Value> arguments) override {
        return arguments.front();
    }
    Found make(const std::string& entity, const Dict& attributes) override {
        if (entity != "shop::Item") return Missing{"no entity " + entity};
        made = text_of(Value(attributes));
        return Value(made_item);
    }
    Found entity(const std::string& name) override { return Value("entity " + name); }
    Found fact(const std::string& id, const std::string& name) override {
        if (id != "shop::Item[a,name=pen]") return Missing{"no fact " + name};
        return Value("fact " + name);
    }
    Value native_plugins() override { return Value::List{Value(std::string("std::upper"))}; }
    void keep_secret(const Value& value) override { secret = text_of(value); }

    Instance made_item;
    std::string made, secret;
};

struct Helped {
    PythonHost host;
    test::CollectingObserver observer;
    PythonHelper helper{host, observer};
    ItemAnswers answers;
    Instance item;

    PythonHelper::Reply call(std::deque<std::string> replies) {
        host.replies = std::move(replies);
        return helper.call("shop::label", {Value(item), Value(true)}, {}, answers);
    }
};

} // namespace

TEST_CASE("Python is started once, from the helper's folder, and its prints are logged") {
    Helped helped;
    const auto reply = helped.call({R"({"value": [1, 2.5, null, {"a": "b"}]})"});
    CHECK(text_of(std::get<Value>(reply)) == "[1, 2.5, null, {'a': 'b'}]");
    CHECK(
        helped.host.command ==
        std::vector<std::string>{"/usr/bin/python3", "-I", "-B", "/lib/vow-inmanta", "compile"}
    );
    CHECK(helped.observer.lines == std::vector<std::string>{"verbose: printed"});
    CHECK(
        helped.host.sent.front() ==
        R"({"do":"call","plugin":"shop::label","arguments":[{"$instance":0,"type":"shop::Item"},true],"named":{}})"
    );
}

TEST_CASE("Questions of a call are answered before its reply is read") {
    Helped helped;
    const auto reply = helped.call(
        {R"({"ask": "attribute", "instance": 0, "name": "name"})",
         R"({"ask": "attribute", "instance": 7, "name": "name"})",
         R"({"ask": "attribute", "instance": 0, "name": "zz"})",
         R"({"ask": "name", "name": "n"})",
         R"({"ask": "call", "plugin": "std::upper", "arguments": ["x"]})",
         R"({"value": {"$instance": 0, "type": "shop::Item"}})"}
    );
    CHECK(std::get<Value>(reply).object() == &helped.item);
    const std::vector<std::string> answers(helped.host.sent.begin() + 1, helped.host.sent.end());
    CHECK(
        answers ==
        std::vector<std::string>{
            R"({"value":"pen"})",
            R"({"missing":"no such instance"})",
            R"({"missing":"no attribute zz"})",
            R"({"value":5})",
            R"({"value":"x"})"}
    );
}

TEST_CASE("Questions about an instance and an empty relation have answers of their own") {
    Helped helped;
    helped.call(
        {R"({"ask": "instance", "instance": 0})",
         R"({"ask": "attribute", "instance": 0, "name": "box"})",
         R"({"value": 1})"}
    );
    REQUIRE(helped.host.sent.size() == 3);
    CHECK(helped.host.sent[1].find(R"("text":"shop::)") != std::string::npos);
    CHECK(helped.host.sent[2] == R"({"empty":"box has no value"})");
}

TEST_CASE("A call makes instances and keeps secrets") {
    Helped helped;
    const auto reply = helped.call(
        {R"({"ask": "make", "name": "shop::Item", "attributes": {"name": "cup"}})",
         R"({"ask": "make", "name": "shop::Cup", "attributes": {}})",
         R"({"ask": "make", "name": "shop::Item"})",
         R"({"ask": "secret", "value": "sesame"})",
         R"({"value": {"$instance": 1, "type": "shop::Item"}})"}
    );
    CHECK(std::get<Value>(reply).object() == &helped.answers.made_item);
    CHECK(helped.answers.made == "{'name': 'cup'}");
    CHECK(helped.answers.secret == "sesame");
    CHECK(helped.host.sent[1] == R"({"value":{"$instance":1,"type":"shop::Item"}})");
    CHECK(helped.host.sent[2] == R"({"missing":"no entity shop::Cup"})");
    CHECK(helped.host.sent[3] == R"({"missing":"no attributes"})");
}

TEST_CASE("Entities, facts and native plugins are described, and references have numbers") {
    Helped helped;
    const auto reply = helped.call(
        {R"({"ask": "entity", "name": "shop::Item"})",
         R"({"ask": "fact", "resource": "shop::Item[a,name=pen]", "name": "id"})",
         R"({"ask": "fact", "resource": "shop::Item[a,name=cup]", "name": "id"})",
         R"({"ask": "plugins"})",
         R"({"value": {"$reference": 7, "type": "string", "text": "shop::Login"}})"}
    );
    CHECK(helped.host.sent[1] == R"({"value":"entity shop::Item"})");
    CHECK(helped.host.sent[2] == R"({"value":"fact id"})");
    CHECK(helped.host.sent[3] == R"({"missing":"no fact id"})");
    CHECK(helped.host.sent[4] == R"({"value":["std::upper"]})");
    const Deferred* deferred = std::get<Value>(reply).deferred();
    REQUIRE(deferred != nullptr);
    CHECK(deferred->number == 7);
    CHECK(text_of(std::get<Value>(reply)) == "shop::Login");
}

TEST_CASE("The end of a compilation may fail, and starts no Python") {
    Helped helped;
    CHECK_FALSE(helped.helper.finish(helped.answers));
    CHECK(helped.host.sent.empty());
    helped.call({R"({"value": 1})", R"({"value": null})"});
    CHECK_FALSE(helped.helper.finish(helped.answers));
    Helped failing;
    failing.call({R"({"value": 1})", R"({"failure": "external", "message": "too much"})"});
    CHECK(failing.helper.finish(failing.answers)->message == "too much");
}

TEST_CASE("A call that needs an unset attribute names what it waits for") {
    Helped helped;
    const auto reply = helped.call(
        {R"({"ask": "attribute", "instance": 0, "name": "price"})",
         R"({"unset": {"$instance": 0, "type": "shop::Item"}, "attribute": "price"})"}
    );
    CHECK(helped.host.sent.back() == R"({"unset":true})");
    const auto& waits = std::get<PythonWaits>(reply);
    CHECK(waits.instance == &helped.item);
    CHECK(waits.attribute == "price");
}

TEST_CASE("An exception of Python is a failure with its kind") {
    Helped helped;
    const auto reply =
        helped.call({R"({"failure": "external", "message": "KeyError: 'x'", "trace": "Traceback"})"}
        );
    const auto& failure = std::get<PythonFailure>(reply);
    CHECK(failure.kind == "external");
    CHECK(failure.message == "KeyError: 'x'");
    CHECK(failure.trace == "Traceback");
}

TEST_CASE("A helper that ends, answers nonsense or is missing is a failure") {
    const auto message = [](std::deque<std::string> replies, bool has_helper = true) {
        Helped helped;
        helped.host.has_helper = has_helper;
        return std::get<PythonFailure>(helped.call(std::move(replies))).message;
    };
    CHECK(message({}) == "the helper for Python failed: it exited with status 1");
    CHECK(message({"{"}).starts_with("the helper for Python answered with no JSON: "));
    CHECK(message({"{}"}) == "the helper for Python answered with no value");
    CHECK(
        message({R"({"value": {"$instance": 9}})"}) ==
        "the helper for Python answered with no value"
    );
    CHECK(message({}, false).starts_with("vow's own Python"));
}

TEST_CASE("Loading modules returns what their Python defines") {
    Helped helped;
    helped.host.files["/libs/shop/plugins/__init__.py"] = "";
    helped.host.replies = {
        R"({"plugins": [{"name": "shop::add", "returns": "number", "allow_unknown": true, "arguments":
            [{"name": "a", "type": "number", "kind": "plain"},
             {"name": "b", "type": "number", "kind": "plain", "default": 1},
             {"name": "more", "type": "any", "kind": "rest"}]}],
            "resources": [{"entity": "shop::Record", "agent": "host.name", "id_attribute": "path",
             "has_handler": true}]})"};
    const auto loaded = helped.helper.load(shop);
    const auto& found = std::get<PythonInterface>(loaded);
    REQUIRE(found.plugins.size() == 1);
    CHECK(found.plugins[0].name == "shop::add");
    CHECK(found.plugins[0].allows_unknown);
    CHECK_FALSE(found.plugins[0].parameters[0].standard);
    CHECK(found.plugins[0].parameters[1].standard == Value(std::int64_t{1}));
    CHECK(found.plugins[0].parameters[2].kind == PythonParameter::Kind::rest);
    CHECK(found.plugins[0].parameters[2].standard == Value(Value::List()));
    REQUIRE(found.resources.size() == 1);
    CHECK(found.resources[0].agent == "host.name");
    CHECK(found.resources[0].has_handler);
    CHECK(
        helped.host.sent.front() ==
        R"({"do":"load","project":"/p","paths":{"shop":"/libs/shop"},"modules":{"shop":"/libs/shop/plugins"}})"
    );
}

TEST_CASE("Python that another user could change is not imported") {
    Helped helped;
    helped.host.files["/libs/shop/plugins/__init__.py"] = "";
    helped.host.untrusted = "/libs/shop/plugins";
    const auto loaded = helped.helper.load(shop);
    const auto& failure = std::get<PythonFailure>(loaded);
    CHECK(failure.message == "the Python of module 'shop' is not trusted: anybody can write it");
    CHECK(helped.host.sent.empty());
}

} // namespace helper_test
