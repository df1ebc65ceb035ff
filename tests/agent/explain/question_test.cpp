#include "agent/explain/question.h"

#include <doctest/doctest.h>

namespace question_test {

using namespace vow;
using namespace vow::agent;

TEST_CASE("a kind before the name chooses what a question is about") {
    const Question chosen = Question::from("class:web");
    CHECK(chosen.name == "web");
    CHECK(chosen.is_about("class"));
    CHECK_FALSE(chosen.is_about("variable"));
    const Question all = Question::from("ns:web"); // a namespace, and no kind
    CHECK(all.name == "ns:web");
    CHECK(all.is_about("class"));
    CHECK(all.is_about("variable"));
}

TEST_CASE("a place is a file, whose leading folders may be left out, and a line") {
    const Origin origin{.file = "/srv/policy/web.cf", .line = 7};
    const auto is_at = [&](const char* text) { return Question::from(text).place.is_at(origin); };
    CHECK(is_at("web.cf:7"));
    CHECK(is_at("policy/web.cf:7"));
    CHECK(is_at("/srv/policy/web.cf:7"));
    CHECK(is_at("promise:web.cf:7"));
    CHECK_FALSE(is_at("web.cf:8"));
    CHECK_FALSE(is_at("eb.cf:7"));
    CHECK_FALSE(is_at("web.cf:7x"));
    CHECK_FALSE(is_at("web.cf:"));
    CHECK_FALSE(is_at("web.cf"));
    CHECK_FALSE(is_at("web.cf:0"));
}

TEST_CASE("a variable is named with its bundle or without, whole or by an element") {
    CHECK(names_variable("default:main.x", "x"));
    CHECK(names_variable("default:main.x", "main.x"));
    CHECK(names_variable("default:main.x[a.b]", "main.x"));
    CHECK(names_variable("main.x[a.b]", "x[a.b]"));
    CHECK(names_variable("ns:main.x", "ns:main.x"));
    CHECK(names_variable("$size", "size"));
    CHECK(names_variable("@list", "@list"));
    CHECK_FALSE(names_variable("main.x[a]", "x[b]"));
    CHECK_FALSE(names_variable("main.x", "main"));
    CHECK_FALSE(names_variable("$", "x"));
}

} // namespace question_test
