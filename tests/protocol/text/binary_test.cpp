#include "protocol/text/binary.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace binary_test {

using namespace vow;
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

} // namespace binary_test
