#include "protocol/text/shown_text.h"

#include <doctest/doctest.h>

namespace shown_text_test {

using namespace vow;

TEST_CASE("control characters are shown as escape sequences") {
    struct Row {
        std::string_view text, shown;
    };
    const Row rows[] = {
        {"", ""},
        {"plain text, \ttabs and caf\xc3\xa9", "plain text, \ttabs and caf\xc3\xa9"},
        {"\x1b[31mred", "\\x1b[31mred"},
        {"one\ntwo\r", "one\\x0atwo\\x0d"},
        {"delete \x7f", "delete \\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\x9b31m"},
        {"half a letter \xc2", "half a letter \\xc2"},
        {"\xff\x9b[2J", "\\xff\\x9b[2J"},
        {"turned \xe2\x80\xae", "turned \\xe2\\x80\\xae"},
        {"separated \xe2\x80\xa8", "separated \\xe2\\x80\\xa8"},
        {"\xf0\x9f\x98\x80 \xe2\x82\xac", "\xf0\x9f\x98\x80 \xe2\x82\xac"},
    };
    for (const Row& row : rows) {
        CHECK(shown(row.text) == row.shown);
    }
    CHECK(shown(std::string_view("nul \0", 5)) == "nul \\x00");
}

TEST_CASE("line ends are kept on request") {
    CHECK(shown("one\n\x1btwo\n", LineEnds::kept) == "one\n\\x1btwo\n");
}

TEST_CASE("the same characters are escaped in JSON as JSON does it") {
    CHECK(shown_json(R"({"a":"plain \"text\""})") == R"({"a":"plain \"text\""})");
    CHECK(
        shown_json("[\"\x7f caf\xc3\xa9 \xc2\x9b \xe2\x80\xae\"]") ==
        "[\"\\u007f caf\xc3\xa9 \\u009b \\u202e\"]"
    );
}

} // namespace shown_text_test
