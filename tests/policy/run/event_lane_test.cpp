#include "policy/run/event_lane.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace event_lane_test {

using namespace vow;

namespace {

struct Lanes {
    test::CollectingObserver observer = {};
    EventLane root{observer};

    static void log(EventLane& lane, std::string_view text) { lane.receive(Report{text}); }
    std::string sent() const {
        std::string text;
        for (const std::string& report : observer.reports)
            text += report + " ";
        return text;
    }
};

} // namespace

TEST_CASE("events of lanes are sent in the order of the lanes when a later one is faster") {
    Lanes lanes;
    lanes.log(lanes.root, "begin");
    EventLane& first = lanes.root.open();
    EventLane& second = lanes.root.open();
    lanes.log(lanes.root, "end");
    CHECK(first.is_live());
    CHECK_FALSE(second.is_live());
    lanes.log(second, "2");
    second.close();
    lanes.log(first, "1");
    CHECK(lanes.sent() == "begin 1 ");
    first.close();
    CHECK(lanes.sent() == "begin 1 2 end ");
    CHECK(lanes.root.is_live());
}

TEST_CASE("a lane becomes live when all before it are finished") {
    Lanes lanes;
    EventLane& first = lanes.root.open();
    EventLane& second = lanes.root.open();
    lanes.log(second, "kept");
    first.close();
    CHECK(second.is_live());
    lanes.log(second, "live");
    CHECK(lanes.sent() == "kept live ");
}

TEST_CASE("a lane in a lane keeps its place") {
    Lanes lanes;
    EventLane& first = lanes.root.open();
    EventLane& second = lanes.root.open();
    lanes.log(second, "a");
    EventLane& inner = second.open();
    lanes.log(second, "c");
    lanes.log(inner, "b");
    inner.close();
    second.close();
    lanes.log(lanes.root, "d");
    CHECK(lanes.sent().empty());
    first.close();
    CHECK(lanes.sent() == "a b c d ");
}

} // namespace event_lane_test
