#pragma once

#include "agent/fleet/join_messages.h"
#include "agent/fleet/messages.h"
#include "agent/fleet/rollout.h"
#include "agent/release/host_filter.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// A host as its operator sees it: its record, its presence and its facts together.
struct FleetHost {
    std::string id;
    HostRecord record;
    std::optional<Presence> presence = {}; ///< nullopt: silent
    std::set<std::string> classes = {};

    /// "good", "not kept", "failed", "behind", "silent", "waiting", "revoked" or "no run".
    std::string state(const std::optional<ReleaseName>& desired) const;
    bool is_active() const { return record.state == HostRecord::State::active; }
};

/// The names of a `--where`: classes, `group_NAME`, `name_NAME`, the state's words canonified.
bool has_name(const FleetHost& host, const std::string& name);

/// An expression over hosts: a HostFilter of such names and `seen<1h`, `seen>15m`.
class HostExpression {
public:
    /// Throws UsageError, with the place of the fault.
    explicit HostExpression(std::string_view text);

    /// An empty expression matches all hosts.
    bool matches(const FleetHost& host, FleetTime now) const;

private:
    std::optional<HostFilter> filter_; ///< nullopt: all hosts
};

/// A host of its group as a rollout sees it.
RolloutHost rollout_host(const Rollout& rollout, const FleetHost& host);
/// The active hosts of its group among all.
std::vector<RolloutHost> rollout_hosts(const Rollout& rollout, const std::vector<FleetHost>& all);

/// "5s", "3m", "2h", "4d".
std::string age_text(std::chrono::seconds age);

} // namespace vow::agent
