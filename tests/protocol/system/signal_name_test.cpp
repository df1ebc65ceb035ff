#include "protocol/system/signal_name.h"

#include <doctest/doctest.h>

#include <csignal>

namespace signal_name_test {

using namespace vow;

TEST_CASE("signals have names, except those for real time and numbers that are none") {
    CHECK(signal_name(SIGTERM) == "SIGTERM");
    CHECK_FALSE(signal_name(SIGRTMIN + 1));
    CHECK_FALSE(signal_name(0));
    CHECK_FALSE(signal_name(4711));
}

} // namespace signal_name_test
