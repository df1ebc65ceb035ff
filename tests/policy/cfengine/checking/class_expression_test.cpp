#include "policy/cfengine/checking/class_expression.h"
#include "policy/cfengine/checking/known_names.h"

#include <doctest/doctest.h>

namespace class_expression_test {

using namespace vow::cfengine;

namespace {

std::string names_in(std::string_view expression) {
    std::string names;
    for (const NamedClass& named : classes_in(expression))
        names += std::to_string(named.at) + std::string(named.name) + " ";
    return names;
}

/// Whether a guard and an `unless` leave no set of classes.
bool is_contradiction(std::string_view guard, std::string_view unless = "$(unknown)") {
    using Role = ClassExpression::Role;
    return contradict({{guard, {}, Role::holds}, {unless, {}, Role::fails}}, are_exclusive_classes);
}

} // namespace

TEST_CASE("the classes of an expression are found with their places") {
    CHECK(names_in("a.(!b|ns:c) & d") == "0a 4b 6ns:c 14d ");
    CHECK(names_in("a.$(x)_b|c_$(y[d.e]).f") == "0a 21f ");
    CHECK(names_in("") == "");
}

TEST_CASE("an expression contradicts itself when no set of classes fulfils it") {
    CHECK(is_contradiction("a.!a"));
    CHECK(is_contradiction("(a|b).!a.!b"));
    CHECK(is_contradiction("a.b", "a|c"));
    CHECK_FALSE(is_contradiction("(a|b).!a"));
    CHECK_FALSE(is_contradiction("!any"));
    CHECK_FALSE(is_contradiction("none"));
    CHECK_FALSE(is_contradiction("$(x).!$(x)"));
    CHECK_FALSE(is_contradiction("a.(", "a"));
}

TEST_CASE("classes of kernels and times exclude each other") {
    CHECK(is_contradiction("linux.windows"));
    CHECK(is_contradiction("Hr08.Hr9"));
    CHECK(is_contradiction("Monday.Friday"));
    CHECK_FALSE(is_contradiction("Hr09.Hr9"));
    CHECK_FALSE(is_contradiction("linux|windows"));
    CHECK_FALSE(is_contradiction("debian.redhat"));
    CHECK_FALSE(is_contradiction("Day1.Hr2"));
}

TEST_CASE("hard classes of other hosts are known by their form") {
    for (const std::string_view name :
         {"Hr09", "windows", "ipv4_10_0", "web01", "mail_example_com", "debian_12", "cpu0_high"})
        CHECK(may_be_hard_class(name));
    for (const std::string_view name : {"apache_installed", "production", "is_web"})
        CHECK_FALSE(may_be_hard_class(name));
}

} // namespace class_expression_test
