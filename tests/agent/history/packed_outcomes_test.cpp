#include "agent/history/packed_outcomes.h"

#include <doctest/doctest.h>

namespace packed_outcomes_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> promisers_of(const PackedOutcomes& outcomes) {
    std::vector<std::string> found;
    for (const PackedOutcome& outcome : outcomes)
        found.emplace_back(outcome.promiser);
    return found;
}

RecordedOutcome outcome_of(const std::string& promiser) {
    return {.promise = {"files", promiser, "/p.cf:3"}, .result = "repaired"};
}

} // namespace

TEST_CASE("an outcome is unpacked as it was packed") {
    RecordedOutcome outcome = outcome_of("/etc/motd");
    outcome.bundle = "main";
    outcome.handle = "motd";
    outcome.pass = 2;
    outcome.result = "not_kept";
    outcome.is_handled = true;
    outcome.duration = 1234us;
    outcome.reason = Data::object({{"kind", Data::string("failed")}});
    outcome.changes = Data::array({Data::object({{"object", Data::string("x\"y")}})});
    const PackedOutcomes packed{outcome, outcome_of("/b")};
    REQUIRE(packed.size() == 2);

    const RecordedOutcome found = (*packed.begin()).unpacked();
    CHECK(found.promise.type == "files");
    CHECK(found.promise.promiser == "/etc/motd");
    CHECK(found.promise.place == "/p.cf:3");
    CHECK(found.bundle == "main");
    CHECK(found.handle == "motd");
    CHECK(found.pass == 2);
    CHECK(found.result == "not_kept");
    CHECK(found.is_handled);
    CHECK(found.duration == 1234us);
    CHECK(found.reason == outcome.reason);
    CHECK(found.changes == outcome.changes);
    CHECK_FALSE(is_failure(*packed.begin())); // it is handled
    CHECK_FALSE((*++packed.begin()).unpacked().reason);
}

TEST_CASE("outcomes keep their order, be they small or larger than a block") {
    PackedOutcomes packed;
    CHECK(promisers_of(packed).empty());
    std::vector<std::string> added;
    for (const std::size_t length :
         {1UL, 200'000UL, 30'000UL, 30'000UL, 30'000UL, 0UL, 200'000UL}) {
        added.emplace_back(length, static_cast<char>('a' + added.size()));
        packed.add(outcome_of(added.back()));
    }
    CHECK(packed.size() == added.size());
    CHECK(promisers_of(packed) == added);
}

} // namespace packed_outcomes_test
