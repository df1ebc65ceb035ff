#pragma once

#include <chrono>

namespace vow::test {

/// The time of a test. It stands still until a fake waits for something or the test moves it.
struct FakeClock {
    std::chrono::system_clock::time_point now{std::chrono::seconds(1'700'000'000)};
};

} // namespace vow::test
