#include "protocol/client/quotation.h"

#include <doctest/doctest.h>

using namespace vow::client;

TEST_CASE("a quotation is cut to 200 bytes, between characters") {
    CHECK(quoted("abc") == "'abc'");
    CHECK(quoted(std::string(200, 'a')) == "'" + std::string(200, 'a') + "'");
    CHECK(quoted(std::string(201, 'a')) == "'" + std::string(200, 'a') + "'...");
    std::string text(199, 'a');
    for (int i = 0; i < 10; ++i)
        text += "é";
    CHECK(quoted(text) == "'" + std::string(199, 'a') + "'...");
}

TEST_CASE("a quotation shows control characters, and cuts what is no UTF-8 all the same") {
    CHECK(quoted(std::string_view("a\nb\x1b\0\x7f", 6)) == "'a\\nb\\x1b\\x00\\x7f'");
    CHECK(quoted(std::string(300, '\x80')).size() == 205);
}
