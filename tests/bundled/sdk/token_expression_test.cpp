#include "modules/sdk/cpp/token_expression.h"

#include <doctest/doctest.h>

#include <initializer_list>

namespace token_expression_test {

TEST_CASE("an expression of words holds according to its true words") {
    const auto is_t = [](std::string_view word) { return word.starts_with('t'); };
    const auto holds = [&](const char* text) {
        return vow::modules::token_expression_holds(text, is_t);
    };
    for (const char* text :
         {"t", "t1.t2", "f|t", "!f", "(f|t).t", "f.f|t", "t & !f", "!(t.f)", "f||t"}) {
        CAPTURE(text);
        CHECK(holds(text));
    }
    for (const char* text : {"f", "t.f", "!t", "t.(f|f)", "", "t.", "(t", "t)", "t t"}) {
        CAPTURE(text);
        CHECK_FALSE(holds(text));
    }
}

TEST_CASE("a text that is not an expression of words is a fault of its attribute") {
    using vow::modules::fault_of_token_expression;
    for (const char* text : {"mode", "f", "!a.(b|c)", "a & b"})
        CHECK_FALSE(fault_of_token_expression("file_result", "file_select", text));
    for (const char* text : {"", "mode&&", "(mode", "mode)", "a b", "|a"})
        CHECK(fault_of_token_expression("file_result", "file_select", text));
    CHECK(
        fault_of_token_expression("file_result", "file_select", "mode&&") ==
        "Attribute 'file_result' in 'file_select' must be an expression such as a.(b|!c), not "
        "'mode&&'"
    );
}

} // namespace token_expression_test
