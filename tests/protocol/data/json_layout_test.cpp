#include "protocol/data/json_layout.h"

#include <doctest/doctest.h>

namespace json_layout_test {

using namespace vow;

namespace {

std::string laid_out_text(std::string_view json, const JsonLayout& layout) {
    return laid_out(std::get<Data>(parse_json(json)), layout);
}

} // namespace

TEST_CASE("JSON is laid out over several lines, empty containers on one") {
    CHECK(
        laid_out_text(R"({"b":[1,{}],"a":{"c":[]},"d":1.50})", {.indent = 2}) == "{\n"
                                                                                 "  \"b\": [\n"
                                                                                 "    1,\n"
                                                                                 "    {}\n"
                                                                                 "  ],\n"
                                                                                 "  \"a\": {\n"
                                                                                 "    \"c\": []\n"
                                                                                 "  },\n"
                                                                                 "  \"d\": 1.50\n"
                                                                                 "}"
    );
    CHECK(laid_out_text("[]", {.indent = 4}) == "[]");
    const JsonLayout two_lines = {
        .indent = 2, .empty_objects = JsonLayout::EmptyObjects::two_lines};
    CHECK(laid_out_text("[[],{}]", two_lines) == "[\n  [],\n  {\n  }\n]");
    CHECK(laid_out_text("\"[\"", {.indent = 4}) == "\"[\"");
}

TEST_CASE("members are sorted and reals rounded when the layout requests it") {
    const JsonLayout layout = {
        .members = JsonLayout::Members::sorted, .reals = JsonLayout::Reals::four_decimals};
    CHECK(
        laid_out_text(R"({"b":1.5,"a":[1,"x",null]})", layout) == R"({"a":[1,"x",null],"b":1.5000})"
    );
}

} // namespace json_layout_test
