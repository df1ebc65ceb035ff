#include "agent/release/gate.h"

#include <doctest/doctest.h>

namespace vow::agent {
namespace {

using State = ReleaseGate::State;

ReleaseGate gate_for(const std::string& version, State state) {
    return {.rollout = "web-1", .release = {"web", version}, .state = state};
}

HostGroup group(std::optional<Waves> waves = {}) {
    return {.name = "web", .bundle = {"web", "2"}, .waves = std::move(waves)};
}

} // namespace

TEST_CASE("A gate is read as it was written") {
    for (const State state : {State::closed, State::open})
        CHECK(gate_from(data_of(gate_for("2", state))) == gate_for("2", state));
    CHECK_FALSE(gate_from(Data()));
    CHECK_FALSE(gate_from(Data::object({{"open", Data::boolean(true)}})));
}

TEST_CASE("A version waits while the rollout of it does not let the host take it") {
    CHECK(
        objection_of(gate_for("2", State::closed), group()) ==
        "the rollout 'web-1' does not let this host take it yet"
    );
    CHECK_FALSE(objection_of(gate_for("2", State::open), group()));
    CHECK_FALSE(objection_of(gate_for("1", State::closed), group())); // that of another version
    CHECK_FALSE(objection_of(std::nullopt, group()));
}

TEST_CASE("A version whose waves a rollout opens waits until one does") {
    const Waves waves{.opened_by = Waves::OpenedBy::rollout};
    const std::string waits = "it waits for a rollout of the fleet";
    CHECK(objection_of(std::nullopt, group(waves)) == waits);
    CHECK(objection_of(gate_for("1", State::open), group(waves)) == waits);
    CHECK(objection_of(gate_for("2", State::closed), group(waves)));
    CHECK_FALSE(objection_of(gate_for("2", State::open), group(waves)));
}

} // namespace vow::agent
