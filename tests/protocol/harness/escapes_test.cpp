#include "protocol/harness/escapes.h"

#include <doctest/doctest.h>

namespace escapes_test {

using vow::harness::with_escapes;
using vow::harness::without_escapes;

TEST_CASE("escapes represent bytes that cannot be typed") {
    CHECK(without_escapes(R"(a\tb\n\n)") == "a\tb\n\n");
    CHECK(
        without_escapes(R"(\xff\x41\r)") == "\xff"
                                            "A\r"
    );
    CHECK(without_escapes(R"(\\n)") == "\\n");
}

TEST_CASE("a backslash that does not begin an escape stays") {
    CHECK(without_escapes(R"({"a":"\u00e9\"")") == R"({"a":"\u00e9\"")");
    CHECK(without_escapes(R"(\xg1\x4)") == R"(\xg1\x4)");
    CHECK(without_escapes("\\") == "\\");
}

TEST_CASE("any bytes can be written as a text, and read back") {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += static_cast<char>(byte);
    CHECK(without_escapes(with_escapes(bytes)) == bytes);
    CHECK(with_escapes("a\\x41\n") == R"(a\\x41\n)");
}

} // namespace escapes_test
