#include "protocol/description/secrets.h"

#include <doctest/doctest.h>

namespace secrets_test {

using namespace vow;

namespace {

const PromiseTypeDescription account = {
    .name = "account",
    .attributes = {
        {.name = "password", .secret = true},
        {.name = "words", .type = AttributeType::slist, .secret = true},
        {.name = "login",
         .type = AttributeType::body,
         .attributes = {{.name = "name"}, {.name = "key", .secret = true}}},
        {.name = "state"},
    }};

Secrets secrets_in(Attributes attributes) {
    const PromiseType type{"account"};
    Secrets secrets;
    secrets.note({.type = &type, .promiser = "x", .attributes = std::move(attributes)}, account);
    return secrets;
}

} // namespace

TEST_CASE("secret values in texts are masked, the longest first") {
    const Secrets secrets = secrets_in(
        {{"password", "hunter2"},
         {"words", std::vector<std::string>{"hunter2hunter", "abc"}},
         {"login", Data::object({{"name", Data::string("grace")}, {"key", Data::string("k\"ey")}})},
         {"state", "present"}}
    );
    CHECK(secrets.masked("hunter2, hunter2hunter and hunter") == "***, *** and hunter");
    CHECK(
        secrets.masked("grace is present with k\"ey or \"k\\\"ey\"") ==
        "grace is present with *** or \"***\""
    );
    CHECK(secrets.masked("abc is too short") == "abc is too short");
}

TEST_CASE("each line of a secret with several lines is masked") {
    const Secrets secrets = secrets_in({{"password", "-----BEGIN\nMIIEvQIBADAN\nend"}});
    CHECK(secrets.masked("read MIIEvQIBADAN, then end") == "read ***, then end");
}

TEST_CASE("attributes are masked by name, whatever their values") {
    const Secrets secrets = secrets_in({{"password", "abc"}});
    const auto masked = [&](const std::string& name, const std::string& json) {
        const auto read = parse_json(json);
        return json_text(secrets.masked_attribute(name, std::get<Data>(read)));
    };
    CHECK(masked("password", R"("abc")") == R"("***")");
    CHECK(masked("words", R"(["a","b"])") == R"(["***","***"])");
    CHECK(masked("login", R"({"name":"a","key":7})") == R"({"name":"a","key":"***"})");
    CHECK(masked("state", R"("abc")") == R"("abc")");
}

TEST_CASE("secrets of earlier promises stay masked, and names are those of the last promise's type"
) {
    Secrets secrets = secrets_in({{"password", "hunter2"}});
    const PromiseType type{"other"};
    secrets.note(
        {.type = &type, .promiser = "x"}, {.name = "other", .attributes = {{.name = "password"}}}
    );
    CHECK(secrets.masked("hunter2") == "***");
    CHECK_FALSE(secrets.is_secret("password"));
}

TEST_CASE("replies of a module contain no secrets") {
    const Secrets secrets = secrets_in({{"password", "hunter2"}});
    const Outcome outcome = secrets.masked(Outcome{
        .classes = {"set_hunter2"},
        .variables = {{"v", Data::array({Data::string("hunter2")})}},
        .changes = {{.what = "set 'hunter2'", .after = "hunter2", .diff = "+hunter2"}}});
    CHECK(outcome.classes.front() == "set_***");
    CHECK(json_text(outcome.variables.front().second) == R"(["***"])");
    CHECK(outcome.changes.front().what == "set '***'");
    CHECK(outcome.changes.front().after == "***");
    CHECK(outcome.changes.front().diff == "+***");
}

TEST_CASE("secrets stay masked when something else in their description makes no sense") {
    const PromiseType type{"account"};
    const Promise promise{
        .type = &type,
        .promiser = "x",
        .attributes = {
            {"password", "hunter2"},
            {"tags", std::vector<std::string>{"alphabeta"}},
            {"state", "present"}}};
    const auto shown = [&](const std::string& description) {
        Secrets secrets;
        secrets.note_possible(promise, std::get<Data>(parse_json(description)));
        return secrets.masked("hunter2 alphabeta present");
    };
    CHECK(
        shown(R"({"promise_types":{"account":{"attributes":{
            "password":{"secret":true},"tags":{"type":"list"},"state":{}}}}})") ==
        "*** alphabeta present"
    );
    CHECK(
        shown(R"({"promise_types":{"account":{"attributes":{
            "password":{"secret":"yes"},"tags":7,"state":{"secret":false}}}}})") ==
        "*** *** present"
    );
    CHECK(shown(R"({"promise_types":{"account":{"attributes":{
            "tags":{"attributes":{"x":{"secret":true}}}}}}})") == "hunter2 *** present");
    CHECK(shown(R"({"promise_types":{"account":{"attributes":[]}}})") == "*** *** ***");
    for (const char* senseless : {"{}", "[]", R"({"promise_types":[]})", R"({"promise_types":{}})"})
        CHECK(shown(senseless) == "*** *** ***");
}

TEST_CASE("a secret is masked at any depth, and as a whole in a value that is not as described") {
    const PromiseTypeDescription type{
        .name = "account",
        .attributes = {
            {.name = "login",
             .type = AttributeType::body,
             .attributes = {
                 {.name = "key",
                  .type = AttributeType::body,
                  .attributes = {{.name = "text", .secret = true}, {.name = "kind"}}}}}}};
    const PromiseType promised{"account"};
    const auto shown = [&](const char* login) {
        const Data value = std::get<Data>(parse_json(login));
        const Promise promise{
            .type = &promised, .promiser = "x", .attributes = Attributes{{"login", value}}};
        Secrets secrets;
        secrets.note(promise, type);
        return json_text(secrets.masked_attribute("login", value)) + secrets.masked(" hunter2");
    };
    CHECK(
        shown(R"({"key":{"text":"hunter2","kind":"rsa2048"}})") ==
        R"({"key":{"text":"***","kind":"rsa2048"}} ***)"
    );
    CHECK(shown(R"({"key":["hunter2"]})") == R"({"key":["***"]} ***)");
    CHECK(shown(R"("hunter2")") == R"("***" ***)");
}

} // namespace secrets_test
