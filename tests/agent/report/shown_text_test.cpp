#include "agent/report/shown_text.h"

#include <doctest/doctest.h>

using namespace vow::agent;

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
        {"half a letter \xc2", "half a letter \xc2"},
    };
    for (const Row& row : rows) {
        CHECK(shown(row.text) == row.shown);
    }
    CHECK(shown(std::string_view("nul \0", 5)) == "nul \\x00");
}

TEST_CASE("line ends are kept on request") {
    CHECK(shown("one\n\x1btwo\n", LineEnds::kept) == "one\n\\x1btwo\n");
}
