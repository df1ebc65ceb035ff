#include "protocol/text/characters.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace characters_test {

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

using namespace std::string_literals;

TEST_CASE("text in any encoding without wide characters is text") {
    CHECK(binary_bytes_of("").empty());
    CHECK(binary_bytes_of("bundle agent main\r\n{\t\f}\n").empty());
    CHECK(binary_bytes_of("# Gr\xfc\xdf Gott, \x93quoted\x94\n").empty()); // Windows-1252
    CHECK(binary_bytes_of("\xef\xbb\xbf# \xc3\xa4\n").empty());
    CHECK(binary_bytes_of("\x1b[31mred\x1b[0m").empty());
    CHECK(binary_bytes_of(std::string(128, '\xff')).empty());
}

TEST_CASE("a few control characters can be meant as separators") {
    CHECK(binary_bytes_of("vars: \"separator\" string => \"\x01\";").empty());
    CHECK(binary_bytes_of("\x01" + std::string(31, 'x')).empty());
    CHECK(binary_bytes_of("\x01" + std::string(30, 'x')) == "control characters");
    CHECK(binary_bytes_of("\x7f" + std::string(30, 'x')) == "control characters");
}

TEST_CASE("files of programs, images and archives are binary, also where they have no zero byte") {
    CHECK(
        binary_bytes_of("\x7f"
                        "ELF\x02\x01\x01") == "control characters"
    );
    CHECK(binary_bytes_of("\x89PNG\r\n\x1a\n") == "control characters");
    CHECK(binary_bytes_of("\x1f\x8b\x08") == "control characters");
    CHECK(binary_bytes_of("bundle\0"s) == "zero bytes");
    CHECK(binary_bytes_of(std::string(100'000, 'x') + '\0') == "zero bytes");
}

TEST_CASE("random bytes are binary") {
    std::mt19937 random(7);
    std::uniform_int_distribution<int> byte(1, 255);
    for (int round = 0; round < 100; ++round) {
        std::string bytes(1000, ' ');
        for (char& each : bytes)
            each = static_cast<char>(byte(random));
        CHECK(binary_bytes_of(bytes) == "control characters");
    }
}

} // namespace characters_test
