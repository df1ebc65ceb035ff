#include "protocol/promise/promise.h"

#include <doctest/doctest.h>

namespace promise_test {

using namespace vow;

TEST_CASE("an attribute set again keeps its place and takes the new value") {
    Attributes attributes{{"repo", "a"}, {"tags", std::vector<std::string>{"x"}}};
    attributes.set("repo", "b");
    attributes.set("depth", "1");
    CHECK(attributes.size() == 3);
    CHECK(attributes.begin()->name == "repo");
    CHECK(*attributes.text("repo") == "b");
    CHECK(*attributes.text("depth") == "1");
}

TEST_CASE("an attribute is found by its name, and its text when it is one") {
    const Attributes attributes{{"tags", std::vector<std::string>{"x"}}};
    CHECK(attributes.find("tags") != nullptr);
    CHECK(attributes.text("tags") == nullptr);
    CHECK(attributes.find("tag") == nullptr);
}

} // namespace promise_test
