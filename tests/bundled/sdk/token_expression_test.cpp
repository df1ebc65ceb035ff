#include "modules/sdk/cpp/token_expression.h"

#include <doctest/doctest.h>

#include <initializer_list>

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
