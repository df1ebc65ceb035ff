#include "policy/source/opening.h"

#include <doctest/doctest.h>

#include <array>

using namespace vow;

TEST_CASE("blanks, comments and a byte order mark precede what a policy begins with") {
    CHECK(without_leading_comments("\n # one\n\t#two\r\n body x") == "body x");
    CHECK(without_leading_comments("\xef\xbb\xbf# one\nbody x") == "body x");
    CHECK(without_leading_comments("# cut off") == "");
    CHECK(without_leading_comments("") == "");
}

TEST_CASE("a word that a policy begins with ends at a blank") {
    constexpr std::array<std::string_view, 2> words = {"body", "bundle"};
    CHECK(begins_with_word("body x", words));
    CHECK(begins_with_word("bundle\nagent", words));
    CHECK_FALSE(begins_with_word("bodyguard x", words));
    CHECK_FALSE(begins_with_word("body", words));
}
