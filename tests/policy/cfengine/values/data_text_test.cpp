#include "policy/cfengine/values/data_text.h"

#include <doctest/doctest.h>

namespace data_text_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

std::string read(std::string_view text, const NameLookup& look_up = {}) {
    const auto parsed = parse_tolerant_json(text, look_up);
    if (const auto* data = std::get_if<Data>(&parsed)) return json_text(*data);
    return "error";
}

} // namespace

TEST_CASE("missing separators and unquoted keys are tolerated") {
    CHECK(read("[1,2,]") == "[1,2]");
    CHECK(read(R"({"a": 1, "b": {"c": [],},})") == R"({"a":1,"b":{"c":[]}})");
    CHECK(read(R"({"a": 1 "b" {"c": [1 2]}})") == R"({"a":1,"b":{"c":[1,2]}})");
    CHECK(read("{a: 1, b_c: -2.5e3}") == R"({"a":1,"b_c":-2.5e3})");
}

TEST_CASE("strings may contain line breaks, tabs and single backslashes") {
    CHECK(read("[\"a\nb\tc\"]") == R"(["a\nb\tc"])");
    CHECK(read(R"(["\d\/\"x\\"])") == R"(["\\d/\"x\\"])");
}

TEST_CASE("text after a container is ignored") {
    CHECK(read("[1] 2") == "[1]");
    CHECK(read("{a: [2]}}x") == R"({"a":[2]})");
}

TEST_CASE("a name in the place of a value is looked up") {
    const NameLookup names = [](std::string_view name) -> std::optional<Data> {
        if (name == "l" || name == "ns:b.l[x][0]") return Data::array({Data::integer(7)});
        return std::nullopt;
    };
    CHECK(read("[l]", names) == "[[7]]");
    CHECK(
        read(R"({"x": ns:b.l[x][0], l: "l", "t": true})", names) == R"({"x":[7],"l":"l","t":true})"
    );
    CHECK(read("[nothing]", names) == "error");
    CHECK(read("[l]") == "error");
}

TEST_CASE("a text that is not JSON is an error") {
    for (const char* text :
         {"",
          "{",
          "[1",
          "]",
          "[1,,2]",
          "{\"a\"}",
          "{\"a\":}",
          "[01]",
          "\"abc",
          "{:1}",
          "[\"a\\",
          "}{",
          ",",
          "{1:2}"}) {
        CAPTURE(text);
        CHECK(read(text) == "error");
    }
}

} // namespace data_text_test
