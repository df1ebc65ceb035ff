#include "agent/machine/large_stack.h"

#include <doctest/doctest.h>

#include <stdexcept>

using vow::agent::on_large_stack;

namespace {

/// A kilobyte and more a level.
int depth_reached(int wanted) {
    volatile char frame[1024] = {};
    frame[0] = 1;
    return wanted == 0 ? 0 : depth_reached(wanted - 1) + frame[0];
}

} // namespace

TEST_CASE("a hundred thousand nested calls fit on the large stack") {
    int reached = 0;
    on_large_stack([&] { reached = depth_reached(100'000); });
    CHECK(reached == 100'000);
}

TEST_CASE("an exception propagates out of the large stack") {
    CHECK_THROWS_WITH(on_large_stack([] { throw std::runtime_error("oops"); }), "oops");
}
