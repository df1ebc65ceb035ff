#include "policy/otterscript/syntax/string_body.h"
#include "tests/policy/otterscript/syntax/scanned_text.h"

#include <doctest/doctest.h>

#include <array>

namespace vow::otterscript {

using tests::ScannedText;

TEST_CASE("A string has the text between its ends") {
    struct Row {
        std::string_view text, body, rest;
    };
    constexpr std::array<Row, 6> rows{
        {{R"("a 'b' c";)", "a 'b' c", ";"},
         {R"('' x)", "", " x"},
         {">>a > b>>;", "a > b", ";"},
         {">end>a\n>>b>end>", "a\n>>b", ""},
         {">>a>>>>", "a>>", ""}, // the last closing fish of those that overlap
         {">12345>a>12345>", "a", ""}}};
    for (const Row& row : rows) {
        CAPTURE(row.text);
        ScannedText scanned(row.text);
        const auto body = read_string_body(scanned.cursor);
        REQUIRE(body);
        CHECK(body->text() == row.body);
        CHECK(scanned.rest() == row.rest);
    }
}

TEST_CASE("A text that is not a string is left alone") {
    for (const std::string_view text : {"a", "> a", ">123456>a>123456>", ">a\n>", ""}) {
        CAPTURE(text);
        ScannedText scanned(text);
        CHECK_FALSE(read_string_body(scanned.cursor));
        CHECK(scanned.rest() == text);
    }
}

TEST_CASE("A string without its end is a mistake") {
    for (const std::string_view text : {"\"a\nb\"", "'a", ">>a>", ">x>a>y>"}) {
        CAPTURE(text);
        ScannedText scanned(text);
        CHECK_THROWS_AS(read_string_body(scanned.cursor), SyntaxFault);
        CHECK(scanned.diagnostics.errors() == 1);
    }
}

} // namespace vow::otterscript
