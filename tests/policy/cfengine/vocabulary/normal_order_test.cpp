#include "policy/cfengine/vocabulary/syntax_table.h"

#include <doctest/doctest.h>

#include <set>

namespace normal_order_test {

using namespace vow::cfengine;

TEST_CASE("every promise type of a bundle that the agent runs has its own place in normal order") {
    for (const char* const bundle : {"agent", "common", "edit_line", "edit_xml"}) {
        const std::size_t last = place_in_normal_order(bundle, "custom");
        std::set<std::size_t> places;
        for (const std::string_view type : find_bundle_type(bundle)->promise_types) {
            INFO(bundle << " " << type);
            CHECK(is_built_in(type));
            CHECK(place_in_normal_order(bundle, type) < last);
            CHECK(places.insert(place_in_normal_order(bundle, type)).second);
        }
    }
}

TEST_CASE("variables come before classes, classes before promises, reports last") {
    const auto place = [](std::string_view type) { return place_in_normal_order("agent", type); };
    CHECK(place("vars") < place("classes"));
    CHECK(place("classes") < place("files"));
    CHECK(place("commands") < place("reports"));
    CHECK(place("reports") < place("git"));
    CHECK(place("git") == place("iptables"));
}

TEST_CASE("an attribute of a promise type is its own or a common one") {
    const TypeSyntax& files = *find_promise_type("files");
    CHECK(find_promise_attribute(files, "perms")->kind == ValueKind::body);
    CHECK(find_promise_attribute(files, "edit_line")->kind == ValueKind::bundle);
    CHECK(find_promise_attribute(files, "action")->kind == ValueKind::body);
    CHECK(find_promise_attribute(files, "usebundle") == nullptr);
}

} // namespace normal_order_test
