#include "policy/inmanta/export/exporter.h"
#include "policy/inmanta/export/resources.h"

#include <doctest/doctest.h>

namespace graph_test {

using namespace vow::inmanta;

namespace {

Resource resource(std::string id, std::vector<std::size_t> requirements = {}) {
    Resource one{.id = std::move(id), .kind = nullptr};
    one.requirements = std::move(requirements);
    return one;
}

std::string ids_of(const std::vector<Resource>& resources) {
    std::string ids;
    for (const Resource& one : resources)
        ids += one.id;
    return ids;
}

} // namespace

TEST_CASE("resources come after those that they require, ready ones by id") {
    const auto sorted = in_order_of_requirements(
        {resource("a", {3}), resource("d"), resource("c", {1}), resource("z")}
    );
    CHECK(ids_of(sorted) == "dcza");
    CHECK(sorted.at(3).requirements == std::vector<std::size_t>{2});
    CHECK(sorted.at(1).requirements == std::vector<std::size_t>{0});
}

TEST_CASE("resources that require each other are refused by name") {
    try {
        in_order_of_requirements({resource("a", {1}), resource("b", {0}), resource("c", {0})});
        FAIL("the cycle was not found");
    } catch (const ModelError& error) {
        CHECK(error.mistakes.front().kind == &dependency_cycle);
        CHECK(error.mistakes.front().words == "Cycle in dependencies: [a, b]");
    }
}

TEST_CASE("a chain of many resources is sorted") {
    std::vector<Resource> chain;
    constexpr std::size_t count = 20'000;
    for (std::size_t i = 0; i < count; ++i) {
        chain.push_back(resource(std::to_string(i)));
        if (i + 1 < count) chain.back().requirements.push_back(i + 1);
    }
    const auto sorted = in_order_of_requirements(std::move(chain));
    CHECK(sorted.front().id == std::to_string(count - 1));
    CHECK(sorted.back().id == "0");
}

} // namespace graph_test
