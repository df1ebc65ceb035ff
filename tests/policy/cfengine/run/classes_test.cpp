#include "policy/cfengine/run/classes.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace vow;
using namespace vow::cfengine;

namespace {

/// Notes the classes that are read by their names.
class NotedFacts : public test::FakeFacts {
public:
    std::set<std::string, std::less<>> read;

    bool is_class(std::string_view name) override {
        read.emplace(name);
        return FakeFacts::is_class(name);
    }
};

std::vector<std::string> names_of(const std::vector<TaggedName>& classes) {
    std::vector<std::string> names;
    names.reserve(classes.size());
    for (const TaggedName& each : classes)
        names.push_back(each.name);
    std::ranges::sort(names);
    return names;
}

} // namespace

TEST_CASE("a list of all classes reads none of the host by its name, and has none that is cancelled"
) {
    Names names;
    NotedFacts facts;
    facts.classes = {"Hr09", "linux", "debian"};
    GlobalClasses classes(names, facts);
    classes.define(names.symbol("web"), {});
    classes.cancel(names.symbol("debian"));
    CHECK(names_of(classes.all()) == std::vector<std::string>{"Hr09", "linux", "web"});
    CHECK_FALSE(facts.read.contains("Hr09"));
    CHECK_FALSE(classes.has(names.symbol("debian")));
    CHECK(classes.has(names.symbol("linux")));
}
