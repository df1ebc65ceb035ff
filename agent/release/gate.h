#pragma once

#include "agent/release/group.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// How far a rollout of the fleet lets this host take a version. The resident agent keeps it in the
/// state data base, since pulls that a timer starts have no connection to the fleet.
struct ReleaseGate {
    enum class State { closed, open };

    std::string rollout; ///< its id
    BundleVersion release;
    State state = State::closed;

    friend bool operator==(const ReleaseGate&, const ReleaseGate&) = default;
};

inline constexpr std::string_view gate_space = "fleet";
inline constexpr std::string_view gate_key = "gate";

Data data_of(const ReleaseGate& gate);
/// nullopt for data that is none.
std::optional<ReleaseGate> gate_from(const Data& data);

/// Why the version of a group is not to be taken yet by the rollouts of the fleet; nullopt if it
/// is. `gate` is that of the newest rollout that this host knows.
std::optional<std::string>
objection_of(const std::optional<ReleaseGate>& gate, const HostGroup& group);

} // namespace vow::agent
