#pragma once

#include "agent/fleet/host_view.h"
#include "agent/fleet/report_store.h"
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

// The pages of a fleet: files without outside resources that link to each other and need no script.
// Texts of hosts, policies and modules are data in them, never markup. No page shows a time that
// passes by itself, such as an age: a page changes when its subject does.

/// The parts of the overview that are in the database.
struct FleetRecords {
    std::vector<RunsOfDay> days = {};
    std::vector<StandingFailure> failures = {};
    std::vector<FleetOutcome> changes = {}; ///< of the last day, the latest first
};

std::string overview_page(const FleetPicture& fleet, const FleetRecords& records);
/// All hosts, or those of a group.
std::string hosts_page(const FleetPicture& fleet);
std::string group_page(const FleetPicture& fleet, const std::string& group);
/// With its last runs, the latest first.
std::string host_page(
    const FleetPicture& fleet,
    const FleetHost& host,
    const std::vector<Report>& runs,
    const std::vector<RunsOfDay>& days
);
/// A promise that the last runs of these hosts did not keep.
std::string promise_page(
    const FleetPicture& fleet,
    const StandingFailure& failure,
    const std::vector<FleetOutcome>& hosts
);
std::string rollout_page(
    const FleetPicture& fleet, const Rollout& rollout, const std::vector<RolloutSample>& curve
);

} // namespace vow::agent
