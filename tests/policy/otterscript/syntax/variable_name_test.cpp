#include "policy/otterscript/syntax/variable_name.h"
#include "tests/policy/otterscript/syntax/scanned_text.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace vow::otterscript {
namespace {

using tests::ScannedText;

/// "a-b | a + -b": the names that a reference may mean, each with the text after it.
std::string candidates_of(const ScannedText& scanned, const Reference& reference) {
    std::string text;
    for (const Reference::Candidate& candidate : reference.candidates) {
        if (!text.empty()) text += " | ";
        text += scanned.names.text(candidate.name);
        if (!candidate.rest.empty()) text += " + " + candidate.rest;
    }
    return text;
}

} // namespace

TEST_CASE("The name of a variable has a sign, and no case") {
    struct Row {
        std::string_view text;
        Sign sign;
        std::string_view name, spelling, rest;
    };
    constexpr std::array<Row, 4> rows{
        {{"$Port = 80", Sign::scalar, "port", "Port", " = 80"},
         {"@names,", Sign::vector, "names", "names", ","},
         {"%Hosts", Sign::map, "hosts", "Hosts", ""},
         {"${a b}c", Sign::scalar, "a b", "a b", "c"}}};
    for (const Row& row : rows) {
        CAPTURE(row.text);
        ScannedText scanned(row.text);
        const VariableName name = read_variable(scanned.cursor);
        CHECK(name.sign == row.sign);
        CHECK(scanned.names.text(name.name) == row.name);
        CHECK(scanned.names.text(name.spelling) == row.spelling);
        CHECK(scanned.rest() == row.rest);
    }
}

TEST_CASE("A reference with dashes may mean a shorter name") {
    struct Row {
        std::string_view text, candidates, rest;
    };
    constexpr std::array<Row, 4> rows{
        {{"$a-B_-c.", "a-b_-c | a-b + _-c | a + -B_-c", "."},
         {"$a-", "a", "-"},
         {"${a-b}", "a-b", ""},
         {"@names", "names", ""}}};
    for (const Row& row : rows) {
        CAPTURE(row.text);
        ScannedText scanned(row.text);
        CHECK(candidates_of(scanned, read_reference_name(scanned.cursor)) == row.candidates);
        CHECK(scanned.rest() == row.rest);
    }
}

TEST_CASE("A variable that ends in a dash, is not closed or has no name is a mistake") {
    for (const std::string_view text : {"${a", "$", "x", "$ a"}) {
        CAPTURE(text);
        ScannedText scanned(text);
        CHECK_THROWS_AS(read_variable(scanned.cursor), SyntaxFault);
    }
    ScannedText scanned("$a- = 1");
    read_variable(scanned.cursor);
    CHECK(scanned.diagnostics.errors() == 1);
}

} // namespace vow::otterscript
