#include "policy/run/in_order.h"
#include "tests/support/fake_world.h"
#include "tests/support/property.h"

namespace in_order_properties_test {

using namespace vow;
using namespace vow::test;

namespace {

/// The events of promises that take these times, with log lines between them, when up to `capacity`
/// of them are kept concurrently.
std::vector<std::string> events_of(const std::vector<int>& seconds, std::size_t capacity) {
    FakeClock clock;
    ScriptedKeeper keeper(clock);
    keeper.capacity = capacity;
    CollectingObserver observer;
    const PromiseType type{"t"};
    InOrder order(observer, keeper);
    for (std::size_t index = 0; index < seconds.size(); ++index) {
        const std::string promiser = std::to_string(index);
        keeper.script("t", promiser).takes = std::chrono::seconds(seconds[index]);
        keeper.script("t", promiser).lines = {{LogLevel::info, "line of " + promiser}};
        order.receive(LogLine{LogLevel::info, "before " + promiser});
        order.start({.type = &type, .promiser = promiser}, [&order, promiser](const Outcome&) {
            order.receive(LogLine{LogLevel::info, "after " + promiser});
        });
    }
    order.receive(LogLine{LogLevel::info, "last"});
    order.finish();
    return observer.transcript;
}

} // namespace

TEST_CASE("events of concurrent promises are those of promises kept one by one") {
    tests::check_property("any order of finishing", [] {
        const auto seconds = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 9));
        const auto capacity = *rc::gen::inRange<std::size_t>(2, 9);
        RC_ASSERT(events_of(seconds, capacity) == events_of(seconds, 1));
    });
}

} // namespace in_order_properties_test
