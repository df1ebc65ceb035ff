#include "modules/bundled.h"
#include "protocol/description/description.h"
#include "tests/support/source_folder.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

namespace descriptions_test {

using namespace vow;

namespace {

std::string manual_of(const std::string& module) {
    std::ifstream file(tests::in_source_folder("modules/" + module + "/README.md"));
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The names that the manual does not have in a code span.
std::string
missing_in(const std::string& manual, const std::vector<AttributeDescription>& attributes) {
    std::string missing;
    for (const AttributeDescription& attribute : attributes) {
        if (manual.find("`" + attribute.name + "`") == std::string::npos)
            missing += attribute.name + " ";
        missing += missing_in(manual, attribute.attributes);
    }
    return missing;
}

} // namespace

TEST_CASE("every bundled module describes itself, and its manual lists every attribute") {
    for (const modules::BundledModule& bundled : modules::bundled_modules()) {
        if (bundled.make == nullptr) continue; // a program of its own
        const std::string name(bundled.name);
        CAPTURE(name);
        const auto description = bundled.make()->description();
        REQUIRE(description.has_value());
        CHECK(description->summary == bundled.summary);
        const std::string manual = manual_of(name);
        std::string missing;
        for (const PromiseTypeDescription& type : description->promise_types)
            missing += missing_in(manual, type.attributes);
        CHECK(missing == "");
    }
}

TEST_CASE("the description of a bundled module passes the wire without loss") {
    for (const modules::BundledModule& bundled : modules::bundled_modules()) {
        if (bundled.make == nullptr) continue; // a program of its own
        const std::string name(bundled.name);
        CAPTURE(name);
        const Data sent = data_from(bundled.make()->description().value());
        const auto read = description_from(sent);
        REQUIRE(std::holds_alternative<Description>(read));
        CHECK(data_from(std::get<Description>(read)) == sent);
    }
}

} // namespace descriptions_test
