#include "policy/run/world.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace world_test {

using namespace vow;

TEST_CASE("a catalogue keeps the first type of a name and sorts by name") {
    Catalogue catalogue;
    CHECK(catalogue.find("git") == nullptr);
    CHECK(catalogue.add({.name = "json"}) == Catalogue::Added::yes);
    CHECK(catalogue.add({.name = "git", .path = "/m/git"}) == Catalogue::Added::yes);
    CHECK(catalogue.add({.name = "git", .path = "/other/git"}) == Catalogue::Added::name_taken);
    REQUIRE(catalogue.find("git") != nullptr);
    CHECK(catalogue.find("git")->path == "/m/git");
    REQUIRE(catalogue.types().size() == 2);
    CHECK(catalogue.types().front().name == "git");
}

using namespace std::chrono_literals;

TEST_CASE("waiting for a lock ends when its holder releases it or the time has come") {
    test::FakeWorld fake;
    const LockName name("deploy");
    const LockTerms terms{.if_elapsed = 0min, .expire_after = 120min};
    const auto begin = fake.keeper.now();
    fake.state.held_by_others = {name.hash()};
    CHECK(wait_for_lock(fake.world, name, terms, begin + 10s) == LockAnswer::held);
    CHECK(fake.keeper.now() == begin + 10s);

    const PromiseType type{"t"};
    fake.keeper.script("t", "other").takes = 5s;
    fake.keeper.script("t", "other").effect = [&] { fake.state.held_by_others.clear(); };
    struct Ignore final : PromiseListener {
        void log(LogLevel, std::string_view) override {}
        void done(Outcome) override {}
    } listener;
    const Promise promise{.type = &type, .promiser = "other"};
    fake.keeper.start(promise, listener);
    CHECK(wait_for_lock(fake.world, name, terms, begin + 1h) == LockAnswer::taken);
    CHECK(fake.keeper.now() == begin + 15s);
}

TEST_CASE("equal names are the same lock, and different names are not") {
    CHECK(LockName("a").hash() == LockName("a").hash());
    CHECK(LockName("a").hash() != LockName("b").hash());
    CHECK(LockName("a").hash() == 0xaf63dc4c8601ec8cU); // FNV-1a
}

} // namespace world_test
