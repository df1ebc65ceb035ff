#include "protocol/text/utf8.h"

#include <doctest/doctest.h>

#include <string>

namespace utf8_test {

using namespace vow;

TEST_CASE("a character is read with its length") {
    const struct {
        const char* text;
        char32_t code;
        std::size_t length;
    } cases[] = {
        {"a\xff", 'a', 1},
        {"\xc2\x80", 0x80, 2},
        {"\xc3\xab!", 0xeb, 2},
        {"\xe0\xa0\x80", 0x800, 3},
        {"\xe6\x97\xa5", 0x65e5, 3},
        {"\xef\xbf\xbf", 0xffff, 3},
        {"\xf0\x90\x80\x80", 0x10000, 4},
        {"\xf4\x8f\xbf\xbf", 0x10ffff, 4}};
    for (const auto& expected : cases) {
        CAPTURE(expected.text);
        const auto character = leading_character(expected.text);
        REQUIRE(character);
        CHECK(character->code == expected.code);
        CHECK(character->length == expected.length);
    }
    const auto zero = leading_character(std::string(1, '\0'));
    REQUIRE(zero);
    CHECK(zero->code == 0);
}

TEST_CASE("invalid bytes are not read as a character") {
    for (const char* text :
         {"",
          "\xaf\xaf",         // begins in the middle
          "\xff",             //
          "\xf8\x88\x80\x80", // five bytes
          "\xc3",             // cut off
          "\xe6\x97",         //
          "\xc3(",            // continued by another character
          "\xc1\xa1",         // 'a' in two bytes
          "\xe0\x9f\xbf",     // U+07FF in three
          "\xf0\x8f\xbf\xbf", // U+FFFF in four
          "\xed\xa0\x80",     // a surrogate
          "\xf4\x90\x80\x80"}) {
        CAPTURE(text);
        CHECK_FALSE(leading_character(text));
    }
}

} // namespace utf8_test
