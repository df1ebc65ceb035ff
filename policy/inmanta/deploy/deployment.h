#pragma once

#include "policy/inmanta/deploy/deployment_store.h"
#include "policy/inmanta/deploy/resource_keeper.h"
#include "policy/inmanta/deploy/resource_result.h"
#include "policy/inmanta/export/resource.h"
#include "policy/run/language.h"
#include "policy/run/scheduler.h"

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace vow::inmanta {

/// The fields of a resource with the values of the references that it was exported with, or its
/// result if one has none.
using ReferenceResolver = std::function<std::variant<Dict, ResourceResult>(const Resource&)>;

/// Whether one of the patterns fits the agent of a resource.
bool is_of_agents(const Resource& resource, std::span<const std::string> patterns);

/// Deploys the resources of a model: each when all that it requires are deployed, several at once.
/// Events come in the order of the resources.
class Deployment {
public:
    /// Resources that the model no longer has are removed only if all of it is deployed.
    enum class Extent { model, part };

    /// Borrows all of them. `resources` come after those that they require; `agents` are patterns.
    Deployment(
        std::span<const Resource> resources,
        Extent extent,
        const std::vector<std::string>& agents,
        const ResourceKinds& kinds,
        ReferenceResolver resolve,
        DeploymentStore& store,
        World& world
    )
        : resources_(resources),
          extent_(extent),
          agents_(agents),
          kinds_(kinds),
          resolve_(std::move(resolve)),
          store_(store),
          world_(world),
          results_(resources.size()) {}

    Ending run();

private:
    void deploy_all();
    void purge_missing();
    void purge(const Resource& resource);
    void deploy(std::size_t index, Task& task);
    /// Keeps a resource with the values of its references.
    ResourceResult keep(
        const Resource& resource,
        World& world,
        Terms::Policy policy,
        const Origin& origin,
        ResourceKeeper::Reload reload
    );
    ResourceResult result_of(std::size_t index, Task& task, const Origin& origin);
    /// Why a resource cannot begin; its state is pending if it can.
    ResourceResult obstacle_of(std::size_t index) const;
    bool is_met(std::size_t requirement) const;
    bool is_ours(const Resource& resource) const;
    ResourceKeeper::Reload reload_for(std::size_t index) const;
    void remember(std::size_t index);
    Ending ending() const;
    std::size_t count(ResourceState state) const;
    std::size_t count_changed(ResourceState state) const;
    bool is_dry() const { return world_.options.policy != Terms::Policy::fix; }

    std::span<const Resource> resources_;
    Extent extent_;
    const std::vector<std::string>& agents_;
    const ResourceKinds& kinds_;
    ReferenceResolver resolve_;
    DeploymentStore& store_;
    World& world_;
    std::vector<ResourceResult> results_;
    std::vector<ResourceResult> purges_; ///< of resources that the model no longer has
    WaitingTasks waiting_;               ///< for the end of what they require
    std::int64_t version_ = 0;
};

} // namespace vow::inmanta
