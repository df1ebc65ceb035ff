#include "policy/cfengine/checking/name_patterns.h"

#include <doctest/doctest.h>

namespace name_patterns_test {

using namespace vow::cfengine;

TEST_CASE("a reference in a name stands for any text") {
    CHECK(pattern_of("plain") == "plain");
    CHECK(pattern_of("$(a)_done") == "*_done");
    CHECK(pattern_of("x_${a[$(b)]}@(c)_y$(d)") == "x_*_y*");
    CHECK(pattern_of("$(open $a") == "$(open $a");
    CHECK(class_pattern_of("ns:my-$(a).b") == "my_*_b");
}

TEST_CASE("references are found inside of each other") {
    std::string found;
    for_each_reference("a $(b[$(c)]) @{d}", [&](std::string_view inside, std::size_t at) {
        found += std::to_string(at) + std::string(inside) + " ";
    });
    CHECK(found == "4b[$(c)] 8c 15d ");
}

TEST_CASE("a text of open brackets is read in linear time") {
    std::string text;
    for (int count = 0; count < 100'000; ++count)
        text += "$(";
    CHECK(pattern_of(text) == text);
}

TEST_CASE("a name may be one that is written, or one of a pattern") {
    NamePatterns names;
    names.add("web");
    names.add("*_port");
    names.add("a*b*c");
    CHECK(names.may_be("web"));
    CHECK(names.may_be("web_port"));
    CHECK(names.may_be("_port"));
    CHECK(names.may_be("abc"));
    CHECK(names.may_be("a-b-b-c"));
    CHECK_FALSE(names.may_be("acb"));
    CHECK_FALSE(names.may_be("ports"));
    CHECK_FALSE(names.may_be("webs"));
    CHECK_FALSE(names.is_open());
    names.add("*");
    CHECK(names.is_open());
    CHECK(names.may_be("webs"));
    CHECK_FALSE(names.is_written("webs"));
}

} // namespace name_patterns_test
