#include "protocol/client/quotation.h"

#include <doctest/doctest.h>

namespace quotation_test {

using namespace vow::client;

TEST_CASE("a quotation is cut to at most 200 bytes between characters") {
    CHECK(quoted_excerpt("abc") == "'abc'");
    CHECK(quoted_excerpt(std::string(200, 'a')) == "'" + std::string(200, 'a') + "'");
    CHECK(quoted_excerpt(std::string(201, 'a')) == "'" + std::string(200, 'a') + "'...");
    std::string text(199, 'a');
    for (int i = 0; i < 10; ++i)
        text += "é";
    CHECK(quoted_excerpt(text) == "'" + std::string(199, 'a') + "'...");
}

TEST_CASE("a quotation escapes control characters, and also cuts invalid UTF-8") {
    CHECK(quoted_excerpt(std::string_view("a\nb\x1b\0\x7f", 6)) == "'a\\nb\\x1b\\x00\\x7f'");
    CHECK(quoted_excerpt(std::string(300, '\x80')).size() == 205);
}

} // namespace quotation_test
