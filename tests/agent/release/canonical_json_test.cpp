#include "agent/release/canonical_json.h"

#include <doctest/doctest.h>

namespace canonical_json_test {

using namespace vow;
using namespace vow::agent;

namespace {

std::optional<std::string> canonical(std::string_view text) {
    return canonical_json(std::get<Data>(parse_json(text)));
}

} // namespace

TEST_CASE("canonical JSON has no blanks, and members in the order of their bytes") {
    CHECK(
        canonical("{ \"b\" : [1, true, null], \"B\": {}, \"a\": -2 }") ==
        "{\"B\":{},\"a\":-2,\"b\":[1,true,null]}"
    );
}

TEST_CASE("canonical JSON escapes quotes and backslashes alone") {
    CHECK(canonical(R"("a\"b\\c\nd\u00e9\/")") == "\"a\\\"b\\\\c\ndé/\"");
}

TEST_CASE("a number that is not an integer has no canonical form") {
    CHECK(canonical("[1.5]") == std::nullopt);
}

} // namespace canonical_json_test
