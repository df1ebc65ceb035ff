#include "policy/cfengine/promises/kept_promise.h"

#include <doctest/doctest.h>

namespace promised_paths_test {

using namespace vow::cfengine;

TEST_CASE("a text is a pattern when it repeats something, or has a class or alternatives") {
    for (const char* pattern : {"p.*", "a+", "[ab]", "(a|b)", "^x*", "a\\.b*", "[(]", "(a*)b"}) {
        CAPTURE(pattern);
        CHECK(is_pattern(pattern));
    }
    for (const char* literal :
         {"",
          "a.b",
          "(a)",
          "a|b",
          "*",
          "+ab",
          "a**",
          "(*a)",
          "a]",
          "[a",
          "(a*",
          "a*)",
          "a\\*",
          "a*\\",
          "[a[b]]",
          "$^"}) {
        CAPTURE(literal);
        CHECK_FALSE(is_pattern(literal));
    }
}

TEST_CASE("a path is a pattern when none of its classes and groups holds a slash") {
    CHECK(is_path_pattern("/a/b.*/c"));
    CHECK_FALSE(is_path_pattern("a/b.*"));
    CHECK_FALSE(is_path_pattern("/a/(b|c/d)"));
    CHECK_FALSE(is_path_pattern("/a/[b/]"));
    CHECK_FALSE(is_path_pattern("/a/b.c"));
}

TEST_CASE("the components of a path are the names between its slashes") {
    using Names = std::vector<std::string_view>;
    CHECK(components_of("/a//b/") == Names{"a", "b"});
    CHECK(components_of("/").empty());
}

} // namespace promised_paths_test
