#include "protocol/client/patience.h"

#include <doctest/doctest.h>

using namespace vow::client;
using namespace std::chrono_literals;

TEST_CASE(
    "patience is over when the time allowed has passed, and not at all when nothing is awaited"
) {
    Patience patience;
    CHECK_FALSE(patience.is_over(Patience::Clock::now() + 1h));
    patience.begin(10s);
    const auto now = Patience::Clock::now();
    CHECK_FALSE(patience.is_over(now));
    CHECK(patience.is_over(now + 10s));
    patience.end();
    CHECK_FALSE(patience.is_over(now + 1h));
}

TEST_CASE("a notice is due once in each interval") {
    Patience patience;
    patience.begin(1h, 30s);
    const auto now = Patience::Clock::now();
    CHECK_FALSE(patience.take_notice(now));
    CHECK(patience.take_notice(now + 31s));
    CHECK_FALSE(patience.take_notice(now + 32s));
    CHECK(patience.take_notice(now + 62s));
    CHECK(patience.until() == now + 92s);
}

TEST_CASE("patience is shortened once, and never lengthened by it") {
    Patience patience;
    patience.begin(10s);
    patience.shorten(1s);
    const auto shortened = patience.until();
    CHECK(shortened <= Patience::Clock::now() + 1s);
    patience.shorten(1h);
    CHECK(patience.until() == shortened);
    patience.begin(1ms);
    patience.shorten(1h);
    CHECK(patience.until() <= Patience::Clock::now() + 1ms);
}
