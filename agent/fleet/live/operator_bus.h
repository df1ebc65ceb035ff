#pragma once

#include "agent/command_line/options.h"
#include "agent/fleet/fleet_folder.h"
#include "agent/fleet/host_view.h"
#include "agent/fleet/live/bus.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// The folder of the fleet that the options name, or the usual one.
std::string fleet_folder_of(const FleetOptions& options);

/// A rollout, and the revision that a change of it names.
struct StoredRollout {
    BucketEntry entry;
    Rollout rollout;
};

/// An operator's connection: the folder of the fleet, the bus as one of its users, and the log of
/// actions.
class OperatorBus {
public:
    /// As the user of the options, or as a service. Throws UsageError and BusError.
    explicit OperatorBus(const FleetOptions& options);
    OperatorBus(const FleetOptions& options, const std::string& service, BusAccess::Stay stay);

    const FleetFolder& folder() const { return folder_; }
    Bus& bus() { return *bus_; }
    /// Of a service, whose connection the server has ended for good: a server that has just started
    /// may refuse users for a moment.
    void reconnect();
    const std::string& user() const { return user_; }

    /// The records of all hosts, by their ids.
    std::map<std::string, HostRecord> records();
    /// All hosts, by name.
    std::vector<FleetHost> hosts();
    /// By name, id, or the beginning of an id. Throws UsageError without one, or with several.
    static const FleetHost&
    host_named(const std::vector<FleetHost>& hosts, const std::string& name);
    std::optional<ReleaseName> desired();
    /// The last one of each group, and of all hosts.
    std::vector<StoredRollout> rollouts();
    /// Keeps a record of an action.
    void log(const std::string& action, const std::string& what);

private:
    FleetFolder folder_;
    std::string user_;
    std::unique_ptr<Bus> bus_;
};

/// Creates the streams and buckets of a fleet with so many servers, where they do not exist.
void prepare_bus(Bus& bus, std::size_t servers);

/// "BUNDLE/VERSION". Throws UsageError for anything else.
ReleaseName release_named(const std::string& text);

} // namespace vow::agent
