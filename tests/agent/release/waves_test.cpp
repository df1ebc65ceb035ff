#include "agent/release/waves.h"

#include <doctest/doctest.h>

namespace waves_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

TEST_CASE("Waves grow to all hosts") {
    CHECK(waves_from("1%,10%,50%,100%") == std::vector{100, 1000, 5000, 10'000});
    CHECK(waves_from("0.5%,100%") == std::vector{50, 10'000});
    for (const char* text : {"", "1%", "10%,5%,100%", "1,100", "0%,100%", "101%", "1%,,100%", "a%"})
        CHECK_FALSE(waves_from(text));
    CHECK(parts_text(50) == "0.5%");
    CHECK(parts_text(10'000) == "100%");
}

TEST_CASE("Waves hold about their part of the hosts, and grow") {
    int first = 0;
    for (int i = 0; i < 10'000; ++i)
        first += position_of("host" + std::to_string(i), "web-1") < 1000 ? 1 : 0;
    CHECK(first > 850);
    CHECK(first < 1150);
}

TEST_CASE("the wave of a host begins by its place in the order") {
    const Waves waves{
        .start = ReleaseTime(1'000'000s), .soak = 1h, .parts = {1000, 5000, all_parts}};
    std::array<int, 3> hosts = {};
    for (int number = 0; number < 1000; ++number) {
        const std::string host = "host" + std::to_string(number);
        const auto wave = (waves.opening_for(host, "web/1.4.0") - waves.start) / waves.soak;
        const int position = position_of(host, "web/1.4.0");
        CHECK(wave == (position < 1000 ? 0 : position < 5000 ? 1 : 2));
        ++hosts.at(static_cast<std::size_t>(wave));
    }
    CHECK((hosts[0] > 0 && hosts[1] > hosts[0] && hosts[2] > hosts[0]));
    CHECK(waves.opening_for("", "web/1.4.0") == waves.start + 2h);
}

} // namespace waves_test
