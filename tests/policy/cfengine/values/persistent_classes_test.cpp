#include "policy/cfengine/values/persistent_classes.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace persistent_classes_test {

using namespace vow;
using namespace vow::cfengine;
using namespace std::chrono_literals;

TEST_CASE("persistent classes come back until they expire") {
    test::FakeWorld fake;
    World& world = fake.world;
    const auto made = fake.host.clock.now;
    CHECK(persistent_classes(world).empty());
    persist(
        world, {.name = "ns:later", .expires = made + 10min, .tags = {"a", "b"}}, TimerPolicy::reset
    );
    persist(world, {.name = "soon", .expires = made + 1min, .tags = {}}, TimerPolicy::reset);
    const auto both = persistent_classes(world);
    REQUIRE(both.size() == 2);
    CHECK(both[0].name == "ns:later");
    CHECK(both[0].tags == std::vector<std::string>{"a", "b"});
    CHECK(both[0].expires == made + 10min);
    fake.host.clock.now += 5min;
    CHECK(persistent_classes(world).size() == 1);
    CHECK_FALSE(find_persistent_class(world, "soon"));
    CHECK(find_persistent_class(world, "ns:later"));
    forget_persistent_class(world, "ns:later");
    CHECK(persistent_classes(world).empty());
}

TEST_CASE("an absolute timer is not set again until it has run out") {
    test::FakeWorld fake;
    World& world = fake.world;
    const auto made = fake.host.clock.now;
    const auto expires = [&] { return find_persistent_class(world, "c")->expires; };
    persist(world, {.name = "c", .expires = made + 1min, .tags = {}}, TimerPolicy::reset);
    persist(world, {.name = "c", .expires = made + 9min, .tags = {}}, TimerPolicy::absolute);
    CHECK(expires() == made + 1min);
    persist(world, {.name = "c", .expires = made + 5min, .tags = {}}, TimerPolicy::reset);
    CHECK(expires() == made + 5min);
    fake.host.clock.now += 6min;
    persist(world, {.name = "c", .expires = made + 9min, .tags = {}}, TimerPolicy::absolute);
    CHECK(expires() == made + 9min);
}

TEST_CASE("a document that is not a class is not persistent") {
    test::FakeWorld fake;
    fake.state.put("persistent_class", "c", Data::string("?"));
    CHECK(persistent_classes(fake.world).empty());
}

TEST_CASE("a clock that is set back does not make a class live longer than promised") {
    test::FakeWorld fake;
    World& world = fake.world;
    const auto made = fake.host.clock.now;
    persist(world, {.name = "c", .expires = made + 10min, .tags = {}}, TimerPolicy::reset);
    fake.host.clock.now -= 24h;
    CHECK(persistent_classes(world).size() == 1); // at the begin of the next run
    fake.host.clock.now += 9min;
    CHECK(find_persistent_class(world, "c"));
    fake.host.clock.now += 2min;
    CHECK_FALSE(find_persistent_class(world, "c"));
    CHECK(persistent_classes(world).empty());
    CHECK(fake.state.documents("persistent_class").empty()); // it is erased
}

} // namespace persistent_classes_test
