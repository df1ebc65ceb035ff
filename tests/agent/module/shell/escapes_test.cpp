#include "agent/module/shell/escapes.h"

#include <doctest/doctest.h>

using vow::agent::without_escapes;

TEST_CASE("escapes stand for the bytes that cannot be typed") {
    CHECK(without_escapes(R"(a\tb\n\n)") == "a\tb\n\n");
    CHECK(
        without_escapes(R"(\xff\x41\r)") == "\xff"
                                            "A\r"
    );
    CHECK(without_escapes(R"(\\n)") == "\\n");
}

TEST_CASE("a backslash that begins no escape stands for itself") {
    CHECK(without_escapes(R"({"a":"\u00e9\"")") == R"({"a":"\u00e9\"")");
    CHECK(without_escapes(R"(\xg1\x4)") == R"(\xg1\x4)");
    CHECK(without_escapes("\\") == "\\");
}
