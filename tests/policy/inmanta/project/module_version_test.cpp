#include "policy/inmanta/project/module_version.h"

#include <doctest/doctest.h>

#include <array>

namespace module_version_test {

using namespace vow::inmanta;

TEST_CASE("versions are ordered by the rules of Python's packages") {
    constexpr std::array ascending = {
        "0.9",
        "1.0.dev1",
        "1.0a1.dev2",
        "1.0a1",
        "1.0b2",
        "1.0-rc.1",
        "1.0",
        "1.0.post1.dev3",
        "1.0.post1",
        "1.0.1",
        "1.10",
        "1!0.1"};
    for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
        CAPTURE(ascending[i]);
        const auto lower = version_from(ascending[i]);
        const auto higher = version_from(ascending[i + 1]);
        REQUIRE(lower);
        REQUIRE(higher);
        CHECK(*lower < *higher);
    }
    CHECK(version_from("v1.0.0") == version_from("1"));
    CHECK(version_from("1.0+local.2") == version_from("1.0"));
}

TEST_CASE("other texts are not versions") {
    for (const char* text : {"", "new", "1..0", "1.0-", "1.0 beta 1 x", "99999999999999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(version_from(text));
    }
}

TEST_CASE("requirements admit versions") {
    struct Case {
        const char *requirement, *version;
        bool is_admitted;
    };
    constexpr std::array cases = {
        Case{"net", "1", true},
        Case{"net>=1.0,<2", "1.5", true},
        Case{"net >= 1.0, < 2", "2.0", false},
        Case{"net ==1.*", "1.7", true},
        Case{"net ==1.*", "2", false},
        Case{"net !=1.*", "2", true},
        Case{"net ~=1.4.2", "1.4.9", true},
        Case{"net ~=1.4.2", "1.5", false},
        Case{"net ~=1.4.2", "1.4.1", false},
        Case{"net[extra] (==1.0)", "1.0.0", true},
        Case{"net>1; python_version < '4'", "2", true},
        Case{"net @ https://example.org/net", "3", true}};
    for (const Case& one : cases) {
        CAPTURE(one.requirement);
        CAPTURE(one.version);
        const auto requirement = requirement_from(one.requirement);
        REQUIRE(requirement);
        CHECK(requirement->module == "net");
        CHECK(requirement->admits(version_from(one.version).value()) == one.is_admitted);
    }
    CHECK(requirement_from("inmanta-module-net-tools").value().module == "net_tools");
    for (const char* text : {"", "net >>1", "net 1.0", "net ==x", "net >=1.*", "net >=1,,<2"}) {
        CAPTURE(text);
        CHECK_FALSE(requirement_from(text));
    }
}

} // namespace module_version_test
