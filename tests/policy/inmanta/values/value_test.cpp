#include "policy/inmanta/values/value.h"

#include <doctest/doctest.h>

namespace value_test {

using namespace vow::inmanta;

TEST_CASE("values compare numbers and truth values by their amount") {
    CHECK(Value(std::int64_t{1}) == Value(1.0));
    CHECK(Value(true) == Value(std::int64_t{1}));
    CHECK_FALSE(Value(std::string("1")) == Value(std::int64_t{1}));
    CHECK(Value() == Value());
    CHECK_FALSE(Value() == Value(false));
}

TEST_CASE("a value's text quotes strings in lists only") {
    const Value::List items = {
        Value(std::string("a")), Value(std::int64_t{2}), Value(), Value(true)};
    CHECK(text_of(Value(std::string("a"))) == "a");
    CHECK(text_of(Value(items)) == "['a', 2, null, true]");
    CHECK(text_of(Value(items), Style::message) == "['a', 2, null, True]");
    CHECK(text_of(Value(42.0)) == "42.0");
}

TEST_CASE("a dict keeps the order of its keys, and the last value of each") {
    Dict dict;
    dict.set("b", Value(std::int64_t{1}));
    dict.set("a", Value(std::int64_t{2}));
    dict.set("b", Value(std::int64_t{3}));
    CHECK(text_of(Value(dict)) == "{'b': 3, 'a': 2}");
    CHECK(dict.find("c") == nullptr);
}

} // namespace value_test
