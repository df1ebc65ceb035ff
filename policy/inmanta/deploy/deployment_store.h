#pragma once

#include "policy/inmanta/deploy/resource_result.h"
#include "policy/inmanta/export/resource.h"
#include "policy/run/state.h"
#include "protocol/description/secrets.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vow::inmanta {

/// The memory of a resource between the runs of a project.
struct ResourceRecord {
    std::int64_t deployed_in = 0;   ///< the last version that deployed it; 0: none
    std::int64_t changed_in = 0;    ///< the last version that changed it; 0: none
    std::string digest = {};        ///< of the fields that were deployed last
    std::int64_t order = 0;         ///< its place in that run
    std::optional<Data> purge = {}; ///< for its removal once the model lacks it
};

/// The memory of a project's runs in the work folder: version, resources, facts. Changes reach the
/// disk together, at the latest when the store is destroyed.
class DeploymentStore {
public:
    /// Borrows the state. `project` names the project: its real path.
    DeploymentStore(State& state, const std::string& project);
    DeploymentStore(const DeploymentStore&) = delete;
    DeploymentStore& operator=(const DeploymentStore&) = delete;
    ~DeploymentStore() { flush(); }

    std::int64_t version() const;
    void set_version(std::int64_t version);

    /// Of resources that were deployed before, by id.
    std::map<std::string, ResourceRecord>& records() { return records_; }
    void remember(const std::string& id, const ResourceRecord& record);
    void forget(const std::string& id);

    /// nullopt until a run has brought it.
    std::optional<std::string> fact(const std::string& id, const std::string& name) const;
    void add_facts(const std::string& id, const std::vector<std::pair<std::string, Data>>& facts);

    /// A password that a compilation generated; nullopt if none has yet.
    std::optional<std::string> password(const std::string& name) const;
    /// Reaches the disk at once, so that all later compilations give the same.
    void add_password(const std::string& name, const std::string& password);

    /// Masked in what is stored from here on, except in passwords.
    void add_secrets(const Data& values) { secrets_.add(values); }
    const Secrets& secrets() const { return secrets_; }

    /// Brings the changes to the disk.
    void flush();

private:
    std::optional<Data> facts_of(const std::string& id) const;
    void put(std::string key, std::optional<Data> value);

    State& state_;
    std::string space_;
    std::map<std::string, ResourceRecord> records_;
    std::map<std::string, std::string> passwords_; ///< made by this one; a check stores none
    std::map<std::string, Data> facts_;            ///< of resources that got some from this one
    std::vector<DocumentChange> changes_;
    Secrets secrets_ = {};
};

/// Equal for equal fields.
std::string digest_of(const Resource& resource);
/// A resource that is to be purged, from its record; and the data for the record.
Resource purged_resource(const std::string& id, const Data& data, const ResourceKinds& kinds);
Data purge_data(const Resource& resource);

} // namespace vow::inmanta
