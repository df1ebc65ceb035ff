#include "policy/run/event_lane.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

using namespace vow;

namespace {

struct Lanes {
    test::CollectingObserver observer = {};
    EventLane root{observer};

    static void say(EventLane& lane, std::string_view text) { lane.receive(Report{text}); }
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
    lanes.say(lanes.root, "begin");
    EventLane& first = lanes.root.open();
    EventLane& second = lanes.root.open();
    lanes.say(lanes.root, "end");
    CHECK(first.is_live());
    CHECK_FALSE(second.is_live());
    lanes.say(second, "2");
    second.close();
    lanes.say(first, "1");
    CHECK(lanes.sent() == "begin 1 ");
    first.close();
    CHECK(lanes.sent() == "begin 1 2 end ");
    CHECK(lanes.root.is_live());
}

TEST_CASE("a lane becomes live when all before it are finished") {
    Lanes lanes;
    EventLane& first = lanes.root.open();
    EventLane& second = lanes.root.open();
    lanes.say(second, "kept");
    first.close();
    CHECK(second.is_live());
    lanes.say(second, "live");
    CHECK(lanes.sent() == "kept live ");
}

TEST_CASE("a lane in a lane keeps its place") {
    Lanes lanes;
    EventLane& first = lanes.root.open();
    EventLane& second = lanes.root.open();
    lanes.say(second, "a");
    EventLane& inner = second.open();
    lanes.say(second, "c");
    lanes.say(inner, "b");
    inner.close();
    second.close();
    lanes.say(lanes.root, "d");
    CHECK(lanes.sent().empty());
    first.close();
    CHECK(lanes.sent() == "a b c d ");
}
