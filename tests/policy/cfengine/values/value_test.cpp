#include "policy/cfengine/values/value.h"

#include <doctest/doctest.h>

namespace value_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

Data parsed(std::string_view json) {
    return std::get<Data>(parse_json(json));
}

} // namespace

TEST_CASE("a value of any shape converts to a text, a list and data") {
    const Value text = Value::string("a");
    CHECK(text.as_text() == "a");
    CHECK(*text.as_list() == std::vector<std::string>{"a"});
    CHECK(json_text(text.as_data()) == R"("a")");

    const Value list = Value::list(std::vector<std::string>{"a", "b"});
    CHECK(list.as_text() == "");
    CHECK(*list.as_list() == std::vector<std::string>{"a", "b"});
    CHECK(json_text(list.as_data()) == R"(["a","b"])");

    const Value data = Value::data(parsed(R"({"k": 1, "inner": [2], "l": "x"})"));
    CHECK(data.as_text() == "");
    CHECK(*data.as_list() == std::vector<std::string>{"1", "x"});
    CHECK(json_text(data.as_data()) == R"({"k":1,"inner":[2],"l":"x"})");
    CHECK(Value::data(parsed("true")).as_text() == "true");
}

TEST_CASE("a condition converts to a class expression") {
    const Value holds = true;
    CHECK(holds.type() == ValueType::condition);
    CHECK(holds.text() == nullptr);
    CHECK(holds.as_text() == "any");
    CHECK(Value(false).as_text() == "!any");
    CHECK(*holds.without_condition().text() == "any");
    CHECK(*Value::string("x").without_condition().text() == "x");
}

TEST_CASE("a copy of a list shares its items") {
    const Value list = Value::list(std::vector<std::string>{"a"});
    const Value copy = list; // NOLINT(performance-unnecessary-copy-initialization)
    CHECK(copy.list()->get() == list.list()->get());
}

TEST_CASE("a value holds a reference when a text of it begins one") {
    for (const char* text : {"$(a)", "x ${a}", "@(l)", "@{l}", "$$(a", "$("})
        CHECK_MESSAGE(holds_reference(std::string_view(text)), text);
    for (const char* text : {"", "$", "a$", "$a", "( $ )", "user@host"})
        CHECK_MESSAGE(!holds_reference(std::string_view(text)), text);
    CHECK(holds_reference(Value::list({"a", "$(b)"})));
    CHECK_FALSE(holds_reference(Value::list({"a", "b"})));
}

} // namespace value_test
