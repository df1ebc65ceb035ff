#include "protocol/harness/conformance/endurance.h"

#include <doctest/doctest.h>

namespace endurance_test {

using namespace vow::harness;

namespace {

Endurance with_memory(std::size_t promises_at_once, const std::vector<std::size_t>& memory) {
    Endurance endurance{.promises_at_once = promises_at_once};
    for (const std::size_t bytes : memory)
        endurance.footprints.push_back({.memory = bytes, .descriptors = 5});
    return endurance;
}

bool grows(const Endurance& endurance) {
    return keeps_growing(endurance, &Footprint::memory, least_memory_growth(endurance));
}

} // namespace

TEST_CASE("memory that grows by 64 bytes a promise keeps growing, and less does not") {
    CHECK(grows(with_memory(1000, {0, 64'000, 128'000, 192'000, 256'000})));
    CHECK(!grows(with_memory(1000, {0, 63'000, 126'000, 189'000, 252'000})));
}

TEST_CASE("memory that pauses, or grows by a few pages, does not keep growing") {
    CHECK(!grows(with_memory(1000, {0, 900'000, 900'000, 1'800'000, 2'700'000})));
    CHECK(!grows(with_memory(100, {0, 20'000, 40'000, 60'000, 80'000})));
    CHECK(!grows(with_memory(1000, {0, 900'000})));
}

} // namespace endurance_test
