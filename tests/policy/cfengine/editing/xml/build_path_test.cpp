#include "policy/cfengine/editing/xml/build_path.h"

#include <doctest/doctest.h>

namespace build_path_test {

using namespace vow::cfengine;

namespace {

std::string shown(std::string_view path) {
    const auto steps = build_steps(path);
    if (!steps) return "none";
    std::string text;
    for (const BuildStep& step : *steps) {
        text += "/" + step.name;
        for (const auto& [of, name, value] : step.conditions)
            text += (of == BuildStep::Condition::Of::attribute ? " @" : " ") + name + "=" + value;
        text += ":" + std::to_string(step.end);
    }
    return text;
}

} // namespace

TEST_CASE("A path that can be built has names, attributes and elements with a text") {
    CHECK(shown("/a") == "/a:2");
    CHECK(shown("/a/b-1/c.d") == "/a:2/b-1:6/c.d:10");
    CHECK(shown("/a[@k='v']") == "/a @k=v:10");
    CHECK(shown("/Host[ Alias = al | @name=\"h2\" ]/x") == "/Host Alias=al @name=h2:32/x:34");
    CHECK(shown(" / a [ @k = v ] ") == "/a @k=v:16");
}

TEST_CASE("A path that is not absolute, or calculates, cannot be built") {
    for (const char* path :
         {"",
          "a",
          "//a",
          "/a/",
          "/a[1]",
          "/a[last()]",
          "/a[@k]",
          "/a[@k=]",
          "/a[@k='v'",
          "/a|/b",
          "/a[@k='two words']",
          "/a::b",
          "/a[@k='v' and @l='w']"})
        CHECK_MESSAGE(shown(path) == "none", path);
}

} // namespace build_path_test
