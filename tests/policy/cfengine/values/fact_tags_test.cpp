#include "policy/cfengine/values/fact_tags.h"

#include <doctest/doctest.h>

namespace fact_tags_test {

using namespace vow::cfengine;

using Tags = std::vector<std::string>;

TEST_CASE("variables of the inventory have the name that reports show them under") {
    CHECK(
        tags_of_sys_variable("arch") ==
        Tags{"inventory", "source=agent", "attribute_name=Architecture"}
    );
    CHECK(tags_of_sys_variable("date") == Tags{"time_based", "source=agent"});
    CHECK(tags_of_sys_variable("workdir") == Tags{"source=agent"});
}

TEST_CASE("a hard class has the tags of times, of the inventory or of neither") {
    const auto first = [](std::string_view name) { return tags_of_hard_class(name).front(); };
    for (const char* time : {"Hr07", "GMT_Q2", "Min15_20", "Sunday", "GMT_Morning", "Yr2026"}) {
        CAPTURE(time);
        CHECK(first(time) == "time_based");
    }
    for (const char* name : {"127_0_0_1", "ipv4_10", "mac_00_11", "cfengine_3", "linux"}) {
        CAPTURE(name);
        CHECK(first(name) == "inventory");
    }
    for (const char* other : {"Questions", "64_bit", "feature_yaml", "Dayton", "any"}) {
        CAPTURE(other);
        CHECK(tags_of_hard_class(other) == Tags{"source=agent", "hardclass"});
    }
    CHECK(tags_of_hard_class("agent") == Tags{"cfe_internal", "source=agent", "hardclass"});
}

} // namespace fact_tags_test
