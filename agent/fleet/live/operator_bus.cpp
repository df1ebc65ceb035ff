#include "agent/fleet/live/operator_bus.h"

#include "agent/command_line/arguments.h"
#include "agent/fleet/files.h"
#include "agent/fleet/live/mailbox.h"
#include "policy/run/usage_error.h"
#include "policy/source/diagnostic.h"

#include <algorithm>

namespace vow::agent {
namespace {

constexpr const char* admin = "admin";
constexpr const char* usual_folder = "/etc/vow/fleet";

std::unique_ptr<Bus>
connected(const FleetFolder& folder, const std::string& user, BusAccess::Stay stay) {
    return std::make_unique<Bus>(BusAccess{
        .url = folder.url(),
        .authority = folder.authority(),
        .name = "vow fleet " + user,
        .inbox = inbox_of(user),
        .credentials = folder.user(user),
        .stay = stay});
}

/// The readable values of a bucket by their keys. Other values are left out: a host may write
/// anything into its own.
template <class Value>
std::map<std::string, Value>
values_of(Bus& bus, const std::string& bucket, Value (*read)(std::string_view)) {
    std::map<std::string, Value> values;
    for (const BucketEntry& entry : bus.all(bucket)) {
        try {
            values.emplace(entry.key, read(entry.value));
        } catch (const BadMessage&) {
            continue;
        }
    }
    return values;
}

} // namespace

std::string fleet_folder_of(const FleetOptions& options) {
    if (!options.folder.empty()) return absolute_path(options.folder);
    std::string here = absolute_path("vow-fleet");
    return is_fleet_file(here + "/fleet.json") ? here : usual_folder;
}

OperatorBus::OperatorBus(const FleetOptions& options)
    : OperatorBus(options, options.user.empty() ? admin : options.user, BusAccess::Stay::briefly) {}

OperatorBus::OperatorBus(
    const FleetOptions& options, const std::string& service, BusAccess::Stay stay
)
    : folder_(fleet_folder_of(options)),
      user_(service),
      bus_(connected(folder_, service, stay)) {}

void OperatorBus::reconnect() {
    bus_.reset();
    bus_ = connected(folder_, user_, BusAccess::Stay::always);
}

std::map<std::string, HostRecord> OperatorBus::records() {
    return values_of(*bus_, "registry", &host_record_from);
}

std::vector<FleetHost> OperatorBus::hosts() {
    const auto presences = values_of(*bus_, "hosts", &presence_from);
    const auto facts = values_of(*bus_, "facts", &classes_from);
    std::vector<FleetHost> hosts;
    for (const auto& [id, record] : records()) {
        FleetHost host{.id = id, .record = record};
        const auto presence = presences.find(id);
        if (presence != presences.end() && presence->second.host == id)
            host.presence = presence->second;
        const auto classes = facts.find(id);
        if (classes != facts.end())
            host.classes.insert(classes->second.begin(), classes->second.end());
        hosts.push_back(std::move(host));
    }
    std::ranges::sort(hosts, {}, [](const FleetHost& host) {
        return std::pair(host.record.name, host.id);
    });
    return hosts;
}

const FleetHost&
OperatorBus::host_named(const std::vector<FleetHost>& hosts, const std::string& name) {
    constexpr std::size_t least = 4; // digits of an id
    const FleetHost* found = nullptr;
    for (const FleetHost& host : hosts) {
        const bool is_id = name.size() >= least && host.id.starts_with(name);
        if (host.record.name != name && !is_id) continue;
        if (found != nullptr)
            throw UsageError("'" + name + "' is the name of several hosts: write an id");
        found = &host;
    }
    if (found != nullptr) return *found;
    std::vector<std::string_view> names;
    names.reserve(hosts.size());
    for (const FleetHost& host : hosts)
        names.push_back(host.record.name);
    const std::string hint = did_you_mean(name, names);
    throw UsageError(
        "'" + name + "' is not a host of the fleet; " +
        (hint.empty() ? "'vow fleet hosts' lists them" : hint)
    );
}

std::optional<ReleaseName> OperatorBus::desired() {
    const auto entry = bus_->get("desired", "main");
    if (!entry) return std::nullopt;
    try {
        const std::string release = desired_from(entry->value).release;
        const std::size_t slash = release.rfind('/');
        if (slash == std::string::npos) return std::nullopt;
        return ReleaseName{
            .bundle = release.substr(0, slash), .version = release.substr(slash + 1)};
    } catch (const BadMessage&) {
        return std::nullopt;
    }
}

std::vector<StoredRollout> OperatorBus::rollouts() {
    std::vector<StoredRollout> found;
    for (BucketEntry& entry : bus_->all("rollouts")) {
        try {
            Rollout rollout = rollout_from(entry.value);
            found.push_back({.entry = std::move(entry), .rollout = std::move(rollout)});
        } catch (const BadMessage&) {
            continue;
        }
    }
    return found;
}

void OperatorBus::log(const std::string& action, const std::string& what) {
    const LogEntry entry{.time = fleet_now(), .who = user_, .action = action, .what = what};
    bus_->store({.subject = "vow.log." + user_, .data = text_of(entry)}, std::chrono::seconds(5));
}

void prepare_bus(Bus& bus, std::size_t servers) {
    // Three copies survive the loss of a server; more only cost.
    constexpr std::size_t enough = 3;
    bus.keep_copies(servers >= enough ? enough : 1);
    using std::chrono::hours;
    constexpr hours week(7 * 24);
    constexpr std::int64_t max_bytes = std::int64_t{4} << 30;
    bus.add_stream(
        {.name = "reports",
         .subject = report_subject("*"),
         .max_age = 2 * week,
         // A host that was not answered sends a report again; the collector knows older ones.
         .duplicates = hours(1),
         .max_bytes = max_bytes}
    );
    bus.add_stream({.name = "log", .subject = "vow.log.*", .max_age = 104 * week});
    for (const char* bucket : {"registry", "tokens", "facts", "desired"})
        bus.add_bucket({.name = bucket});
    bus.add_bucket({.name = "rollouts", .published_at = rollout_subjects});
    bus.add_bucket({.name = "hosts", .max_age = std::chrono::minutes(3)}); // three signs of life
}

ReleaseName release_named(const std::string& text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos || slash == 0 || slash + 1 == text.size())
        throw UsageError(
            "'" + text + "' is not a release: write BUNDLE/VERSION, such as web/1.4.0"
        );
    return {.bundle = text.substr(0, slash), .version = text.substr(slash + 1)};
}

} // namespace vow::agent
