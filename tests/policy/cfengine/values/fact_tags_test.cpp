#include "policy/cfengine/values/fact_tags.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace fact_tags_test {

using namespace vow::cfengine;
using vow::Data;
using vow::test::FakeFacts;

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
    FakeFacts facts;
    facts.classes = {"ipv4_127_0_0_1", "ipv6_fd00__2"};
    facts.facts["class"] = "linux";
    const auto first = [&](std::string_view name) {
        return tags_of_hard_class(name, facts).front();
    };
    for (const char* time : {"Hr07", "GMT_Q2", "Min15_20", "Sunday", "GMT_Morning", "Yr2026"}) {
        CAPTURE(time);
        CHECK(first(time) == "time_based");
    }
    for (const char* name :
         {"127_0_0_1", "fd00__2", "ipv4_10", "mac_00_11", "cfengine_3", "linux"}) {
        CAPTURE(name);
        CHECK(first(name) == "inventory");
    }
    for (const char* other : {"Questions", "64_bit", "feature_yaml", "Dayton", "any"}) {
        CAPTURE(other);
        CHECK(tags_of_hard_class(other, facts) == Tags{"source=agent", "hardclass"});
    }
    CHECK(tags_of_hard_class("agent", facts) == Tags{"cfe_internal", "source=agent", "hardclass"});
}

TEST_CASE("a hard class has the facts that it is derived from as tags") {
    FakeFacts facts;
    facts.facts = {
        {"arch", "x86_64"},
        {"class", "linux"},
        {"release", "6.1-a"},
        {"flavor", "debian_12"},
        {"fqhost", "web.example.org"},
        {"uqhost", "web"},
        {"domain", "example.org"},
        {"os_release", Data::object({{"ID", Data::string("debian")}})}};
    const auto tags = [&](std::string_view name) {
        Tags all = tags_of_hard_class(name, facts);
        CHECK(all.back() == "hardclass");
        all.pop_back();
        return all;
    };
    const auto inventory = [](const std::string& source) {
        return Tags{"inventory", "attribute_name=none", "source=agent", source};
    };
    CHECK(tags("linux") == inventory("derived-from=sys.class"));
    CHECK(tags("x86_64") == Tags{"source=agent", "derived-from=sys.machine"});
    CHECK(
        tags("linux_x86_64_6_1_a") ==
        Tags{
            "source=agent",
            "derived-from=sys.sysname",
            "derived-from=sys.machine",
            "derived-from=sys.release"}
    );
    CHECK(tags("debian") == inventory("derived-from-file=/etc/os-release"));
    CHECK(tags("debian_12") == inventory("derived-from=sys.flavor"));
    CHECK(tags("debian_12_11") == inventory("derived-from-file=/etc/debian_version"));
    CHECK(tags("redhat_8") == inventory("derived-from-file=/etc/os-release"));
    CHECK(tags("web_example_org") == inventory("based-on=sys.fqhost"));
    CHECK(tags("web") == Tags{"source=agent", "derived-from=sys.uqhost"});
    CHECK(tags("example_org") == Tags{"source=agent", "derived-from=sys.domain"});
    CHECK(tags("org") == inventory("derived-from=sys.fqhost"));
    CHECK(tags("debianish") == Tags{"source=agent"});
}

} // namespace fact_tags_test
