#include "policy/inmanta/syntax/mistake.h"
#include "policy/inmanta/syntax/parser.h"

#include <doctest/doctest.h>

namespace parser_test {

using namespace vow;
using namespace vow::inmanta;

namespace {

File parsed(const SourceText& source) {
    Diagnostics diagnostics;
    return parse_file(source, diagnostics);
}

/// The text of the first statement, as messages have it.
std::string statement_text(const std::string& text) {
    const SourceText source("main.cf", TrustedText::given(text), SourceText::Columns::characters);
    const File file = parsed(source);
    return text_of(file.block.statements.at(0));
}

std::string error_text(const std::string& text) {
    const SourceText source("main.cf", TrustedText::given(text), SourceText::Columns::characters);
    try {
        parsed(source);
    } catch (const ModelError& error) {
        return text_of(error.mistakes.front());
    }
    return "";
}

} // namespace

TEST_CASE("the parser binds operators by their table") {
    CHECK(statement_text("x = not 1 == 2") == "x = ((not 1) == 2)");
    CHECK(statement_text("x = not a in b") == "x = (not (a in b))");
    CHECK(statement_text("x = a or b and c") == "x = (a or (b and c))");
    CHECK(statement_text("x = 1 + 2 * 3 ** 2 ** 2") == "x = (1 + (2 * (3 ** (2 ** 2))))");
    CHECK(statement_text("x = a ? b : c ? d : e") == "x = a ? b : c ? d : e");
    CHECK(statement_text("x = 5 - 3") == "x = (5 - 3)");
}

TEST_CASE("the parser takes a slash for a pattern where an operand is due") {
    CHECK(statement_text("x = /a\\/b/") == "x = /a\\/b/");
    CHECK(statement_text("x = 6 / 3 / 2") == "x = ((6 / 3) / 2)");
}

TEST_CASE("the parser reads long strings with quotes at their ends") {
    CHECK(statement_text("x = \"\"\"a \"b\"\"\"\"") == "x = 'a \"b\"'");
    CHECK(statement_text("x = \"\"\"\"\" is it\"\"\"") == "x = '\"\" is it'");
}

TEST_CASE("the parser crosses names and multiplicities of old relations") {
    const SourceText source("main.cf", TrustedText::given("File file [1:] -- [1] Service service"));
    const File file = parsed(source);
    const auto* relation = file.definitions.at(0).as<RelationDefinition>();
    REQUIRE(relation != nullptr);
    CHECK(relation->left.entity.text == "File");
    CHECK(relation->left.attribute.text == "file");
    CHECK(relation->left.multiplicity.low == 1);
    CHECK_FALSE(relation->left.multiplicity.high.has_value());
    CHECK(relation->right.attribute.text == "service");
    CHECK(relation->right.multiplicity.high == 1);
}

TEST_CASE("the parser names the place after an unexpected token") {
    CHECK(error_text("a = 1\nb = ]") == "Syntax error at token ] (main.cf:2:6)");
    CHECK(error_text("d[\"b\"] = 2") == "Syntax error at token = (main.cf:1:9)");
    CHECK(error_text("a = ") == "Syntax error: Unexpected end of file (main.cf:2:2)");
    CHECK(error_text("x = \xc3\xa9") == "Syntax error: Illegal character '\xc3\xa9' (main.cf:1:5)");
}

TEST_CASE("the parser names reserved words") {
    CHECK(
        error_text("index = 1") ==
        "Syntax error: invalid identifier, index is a reserved keyword (main.cf:1:1)"
    );
    CHECK(
        error_text("entity foo:\nend") ==
        "Syntax error: Invalid identifier: Entity names must start with a capital (main.cf:1:8)"
    );
}

TEST_CASE("the parser refuses nesting that would exhaust the stack") {
    CHECK(
        error_text("x = " + std::string(100'000, '[')).find("too many nested") != std::string::npos
    );
    CHECK(
        error_text("x = " + std::string(100'000, '(')).find("too many nested") != std::string::npos
    );
    std::string row = "x = 1";
    for (int i = 0; i < 1000; ++i)
        row += " + 1";
    CHECK(error_text(row).find("too many operators") != std::string::npos);
}

} // namespace parser_test
