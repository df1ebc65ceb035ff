#include "agent/release/repository_client.h"

#include "agent/release/untrusted.h"
#include "protocol/text/percent_encoding.h"

#include <algorithm>
#include <set>
#include <vector>

namespace vow::agent {
namespace {

// The most that a file of metadata may have if no other file names its length.
constexpr std::size_t max_root = 512'000;
constexpr std::size_t max_timestamp = 16'384;
constexpr std::size_t max_snapshot = 2'000'000;
constexpr std::size_t max_targets = 5'000'000;
constexpr int max_root_updates = 256;
constexpr std::size_t max_delegations = 32; ///< roles that are read for one target
constexpr std::size_t max_listed_roles = 10'000;

std::string trusted_root(MetadataStore& store) {
    if (auto bytes = store.load("root")) return *std::move(bytes);
    throw Untrusted(TrustRule::absent, "no root.json is trusted yet");
}

/// "DIGEST.NAME" in the folder of the target.
std::string name_with_digest(const std::string& target, const FileRecord& record) {
    const std::size_t name = target.rfind('/') + 1; // 0 without a folder
    return target.substr(0, name) + record.digests.begin()->second + "." + target.substr(name);
}

} // namespace

RepositoryClient::RepositoryClient(Mirror& mirror, MetadataStore& store, ReleaseTime now)
    : mirror_(mirror),
      store_(store),
      trusted_(trusted_root(store), now) {}

void RepositoryClient::refresh() {
    update_root();
    update_timestamp();
    update_snapshot();
    load_targets("targets", nullptr);
}

void RepositoryClient::update_root() {
    for (int updates = 0; updates < max_root_updates; ++updates) {
        const std::string file = std::to_string(trusted_.root().version + 1) + ".root.json";
        const auto bytes = mirror_.metadata(file, max_root);
        if (!bytes) break;
        trusted_.update_root(*bytes);
        store_.save("root", *bytes);
    }
    trusted_.check_root_expiry();
}

void RepositoryClient::update_timestamp() {
    if (const auto kept = store_.load("timestamp")) {
        try {
            trusted_.update_timestamp(*kept, Source::kept);
        } catch (const Untrusted&) { // its keys were replaced: it does not count
        }
    }
    const auto bytes = mirror_.metadata("timestamp.json", max_timestamp);
    if (!bytes) throw Untrusted(TrustRule::absent, "the repository has no timestamp.json");
    if (trusted_.update_timestamp(*bytes, Source::fetched))
        store_.save("timestamp", *bytes);
    else
        trusted_.check_timestamp_expiry();
}

void RepositoryClient::update_snapshot() {
    if (const auto kept = store_.load("snapshot")) {
        try {
            trusted_.update_snapshot(*kept, Source::kept);
        } catch (const Untrusted&) { // its keys were replaced
        }
    }
    if (trusted_.has_announced_snapshot()) return trusted_.check_snapshot_expiry();
    const std::string bytes =
        fetch_metadata("snapshot", trusted_.announced_snapshot(), max_snapshot);
    trusted_.update_snapshot(bytes, Source::fetched);
    store_.save("snapshot", bytes);
}

std::string RepositoryClient::fetch_metadata(
    const std::string& role, const MetadataRecord& record, std::size_t most
) {
    const std::string version =
        trusted_.root().has_consistent_snapshots ? std::to_string(record.version) + "." : "";
    const std::size_t length =
        record.file.length ? static_cast<std::size_t>(*record.file.length) : most;
    const std::string file = version + percent_encoded(role) + ".json";
    if (auto bytes = mirror_.metadata(file, std::min(length, most))) return *std::move(bytes);
    throw Untrusted(TrustRule::absent, "the repository has no " + file + ", which it announces");
}

const TargetsMetadata&
RepositoryClient::load_targets(const std::string& role, const TargetsMetadata* delegator) {
    const auto known = targets_.find({role, delegator});
    if (known != targets_.end()) return known->second;
    const MetadataRecord* announced = trusted_.announced_targets(role);
    if (announced == nullptr)
        throw Untrusted(TrustRule::absent, "snapshot.json does not list " + role + ".json");
    if (const auto kept = store_.load(role)) {
        try {
            return targets_[{role, delegator}] =
                       trusted_.targets(*kept, Source::kept, role, delegator);
        } catch (const Untrusted&) { // a newer one is announced
        }
    }
    const std::string bytes = fetch_metadata(role, *announced, max_targets);
    TargetsMetadata targets = trusted_.targets(bytes, Source::fetched, role, delegator);
    store_.save(role, bytes);
    return targets_[{role, delegator}] = std::move(targets);
}

std::optional<FileRecord> RepositoryClient::find(const std::string& target) {
    struct Visit {
        std::string role;
        const TargetsMetadata* delegator;
    };
    std::vector<Visit> waiting = {{"targets", nullptr}};
    std::set<std::string> visited;
    while (!waiting.empty() && visited.size() <= max_delegations) {
        const Visit visit = waiting.back();
        waiting.pop_back();
        if (!visited.insert(visit.role).second) continue;
        const TargetsMetadata& metadata = load_targets(visit.role, visit.delegator);
        const auto found = metadata.targets.find(target);
        if (found != metadata.targets.end()) return found->second;
        std::vector<Visit> children;
        for (const Delegation& delegation : metadata.delegations) {
            if (!delegation.covers(target)) continue;
            children.push_back({delegation.name, &metadata});
            if (!delegation.is_terminating) continue;
            waiting.clear();
            break;
        }
        waiting.insert(waiting.end(), children.rbegin(), children.rend());
    }
    return std::nullopt;
}

std::vector<std::string> RepositoryClient::names(const std::string& beginning, Listing listing) {
    struct Visit {
        std::string role;
        const TargetsMetadata* delegator;
    };
    const bool has_all = listing == Listing::all;
    const std::size_t most = has_all ? max_listed_roles : max_delegations;
    std::vector<Visit> waiting = {{"targets", nullptr}};
    std::set<std::string> visited, found;
    while (!waiting.empty() && visited.size() <= most) {
        const Visit visit = waiting.back();
        waiting.pop_back();
        if (!visited.insert(visit.role).second) continue;
        const TargetsMetadata& metadata = load_targets(visit.role, visit.delegator);
        for (const auto& [name, record] : metadata.targets)
            if (name.starts_with(beginning)) found.insert(name);
        for (const Delegation& delegation : metadata.delegations)
            if (has_all || !delegation.paths.empty())
                waiting.push_back({delegation.name, &metadata});
    }
    std::erase_if(found, [&](const std::string& name) { return !find(name); });
    return {found.begin(), found.end()};
}

std::string RepositoryClient::fetch(const std::string& target, const FileRecord& record) {
    const std::string file =
        trusted_.root().has_consistent_snapshots ? name_with_digest(target, record) : target;
    const auto bytes = mirror_.target(file, static_cast<std::size_t>(record.length.value_or(0)));
    if (!bytes)
        throw Untrusted(
            TrustRule::absent, "the repository has no " + file + ", which it announces"
        );
    check_file(record, Digests::required, *bytes, target);
    return *bytes;
}

} // namespace vow::agent
