#include "agent/release/gate.h"

namespace vow::agent {

Data data_of(const ReleaseGate& gate) {
    return Data::object(
        {{"rollout", Data::string(gate.rollout)},
         {"bundle", Data::string(gate.release.name)},
         {"version", Data::string(gate.release.version)},
         {"open", Data::boolean(gate.state == ReleaseGate::State::open)}}
    );
}

std::optional<ReleaseGate> gate_from(const Data& data) {
    const auto text = [&](std::string_view name) {
        const Data* value = data.find(name);
        return std::string(value == nullptr ? std::string_view() : value->text());
    };
    ReleaseGate gate{.rollout = text("rollout"), .release = {text("bundle"), text("version")}};
    if (gate.rollout.empty() || gate.release.name.empty()) return std::nullopt;
    const Data* open = data.find("open");
    if (open != nullptr && open->truth()) gate.state = ReleaseGate::State::open;
    return gate;
}

std::optional<std::string>
objection_of(const std::optional<ReleaseGate>& gate, const HostGroup& group) {
    if (gate && gate->release == group.bundle) {
        if (gate->state == ReleaseGate::State::open) return std::nullopt;
        return "the rollout '" + gate->rollout + "' does not let this host take it yet";
    }
    if (group.waves && group.waves->opened_by == Waves::OpenedBy::rollout)
        return "it waits for a rollout of the fleet";
    return std::nullopt;
}

} // namespace vow::agent
