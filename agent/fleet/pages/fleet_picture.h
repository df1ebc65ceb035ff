#pragma once

#include "agent/fleet/host_view.h"
#include "agent/fleet/rollout.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// A fleet at a moment, as the bus shows it.
struct FleetPicture {
    std::string name;
    FleetTime made = {};
    std::vector<FleetHost> hosts = {}; ///< by name
    std::optional<ReleaseName> desired = {};
    std::vector<Rollout> rollouts = {};
};

} // namespace vow::agent
