#include "policy/cfengine/functions/module_lines.h"
#include "tests/support/fake_surroundings.h"

#include <doctest/doctest.h>

namespace module_lines_test {

using namespace vow::test;

TEST_CASE("variables belong to the module's bundle or the one it sets") {
    FakeSurroundings around;
    around.fakes.host.files["/f.json"] = "[1]";
    ModuleLines lines(around, R"("/opt/my-mod.sh" -x)");
    lines.read("=a=b=c");
    lines.read("^context=other");
    lines.read(R"(@l= { "x", 'y\'z' ,""})");
    lines.read("%d={\"k\":[1]}");
    lines.read("&f=/f.json");
    CHECK(*around.variable("my_mod_sh.a")->text() == "b=c");
    CHECK((*around.variable("other.l")->list())->at(1) == "y'z");
    CHECK((*around.variable("other.l")->list())->size() == 3);
    CHECK(json_text(*around.variable("other.d")->data()) == R"({"k":[1]})");
    CHECK(json_text(*around.variable("other.f")->data()) == "[1]");
}

TEST_CASE("classes get the module's tags, and are removed unless they are hard") {
    FakeSurroundings around;
    around.define_class("soft", {});
    around.define_class("linux", {"hardclass"});
    ModuleLines lines(around, "/bin/m");
    lines.read("+untagged");
    lines.read("^meta=one,two");
    lines.read("+a-b");
    lines.read("-soft,linux");
    CHECK(*around.class_tags("a_b") == Tags{"one", "two", "source=module", "derived_from=/bin/m"});
    CHECK(around.class_tags("untagged")->empty());
    CHECK_FALSE(around.class_tags("soft"));
    CHECK(around.class_tags("linux"));
    lines.read("^meta=a,,b");
    lines.read("+c");
    CHECK(*around.class_tags("c") == Tags{"a", "", "b", "source=module", "derived_from=/bin/m"});
    CHECK(around.fakes.observer.lines.back() == "error: Cannot negate the reserved class 'linux'");
}

TEST_CASE("invalid lines are logged and skipped") {
    FakeSurroundings around;
    ModuleLines lines(around, "/bin/m");
    for (const char* line :
         {"hello", "^context=a b", "^what", "@l=x", "%d=1", "&f=/none", "", " ", "=x"})
        lines.read(line);
    CHECK(around.values.empty());
    const auto& logged = around.fakes.observer.lines;
    CHECK(logged.size() == 6);
    CHECK(logged.front() == "verbose: M '/bin/m': hello");
}

} // namespace module_lines_test
