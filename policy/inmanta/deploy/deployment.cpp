#include "policy/inmanta/deploy/deployment.h"

#include "policy/inmanta/deploy/deployment_report.h"
#include "policy/run/guarded.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include <fnmatch.h>

namespace vow::inmanta {
namespace {

/// Resources that are under work at once: each has a stack of its own.
constexpr std::size_t max_tasks = 64;

/// A command's `reload` is a command.
bool sends_event(const Resource& resource) {
    const bool has_flag = resource.kind->keeper != ResourceKind::Keeper::command;
    return resource.is("send_event") || (has_flag && resource.is("reload"));
}

/// Where std has no such attribute, all do.
bool receives_events(const Resource& resource) {
    const bool has_flag = resource.fields.find("receive_events") != nullptr;
    return !has_flag || resource.is("receive_events");
}

ResourceResult failed_result(const std::string& reason) {
    return {.state = ResourceState::failed, .reason = reason};
}

} // namespace

bool is_of_agents(const Resource& resource, std::span<const std::string> patterns) {
    return std::ranges::any_of(patterns, [&](const std::string& pattern) {
        return ::fnmatch(pattern.c_str(), resource.agent.c_str(), 0) == 0;
    });
}

Ending Deployment::run() {
    version_ = store_.version() + (is_dry() ? 0 : 1);
    if (!is_dry()) store_.set_version(version_);
    try {
        if (extent_ == Extent::model) purge_missing();
        deploy_all();
    } catch (const Cancelled&) {
        return {.how = Ending::How::interrupted, .not_reached = count(ResourceState::pending)};
    }
    return ending();
}

void Deployment::deploy_all() {
    Scheduler scheduler(world_);
    std::deque<ChildTask> tasks;
    for (std::size_t i = 0; i < resources_.size(); ++i) {
        if (tasks.size() == max_tasks) {
            tasks.front().join();
            tasks.pop_front();
        }
        tasks.push_back(scheduler.main().spawn([this, i](Task& task) { deploy(i, task); }));
    }
    for (ChildTask& task : tasks)
        task.join();
}

/// Removes what the model no longer has, if it was deployed to be removed then; dependents first.
void Deployment::purge_missing() {
    std::unordered_set<std::string_view> known;
    for (const Resource& resource : resources_)
        known.insert(resource.id);
    std::vector<std::pair<std::int64_t, std::string>> missing;
    for (const auto& [id, record] : store_.records()) {
        if (record.purge && !known.contains(id)) missing.emplace_back(record.order, id);
    }
    std::ranges::sort(missing, std::greater<>());
    for (const auto& [order, id] : missing) {
        const Resource resource = purged_resource(id, *store_.records().at(id).purge, kinds_);
        if (resource.kind != nullptr && is_ours(resource)) purge(resource);
    }
}

void Deployment::purge(const Resource& resource) {
    const ScopeId scope{static_cast<std::uint32_t>(resources_.size() + purges_.size() + 1)};
    ResourceReport report(resource, scope, world_.observer);
    report.begin({});
    const auto removed = [&] {
        constexpr auto reload = ResourceKeeper::Reload::no;
        return keep(resource, world_, world_.options.policy, report.origin(), reload);
    };
    ResourceResult& result = purges_.emplace_back(guarded(removed, failed_result));
    if (is_dry() && result.state == ResourceState::deployed) result.state = ResourceState::dry;
    report.end(result);
    if (result.state == ResourceState::deployed) store_.forget(resource.id);
}

void Deployment::deploy(std::size_t index, Task& task) {
    const Resource& resource = resources_[index];
    for (const std::size_t requirement : resource.requirements) {
        while (results_[requirement].state == ResourceState::pending)
            waiting_.wait(task);
    }
    const ScopeId scope{static_cast<std::uint32_t>(index + 1)};
    ResourceReport report(resource, scope, task.world().observer);
    ResourceResult result = obstacle_of(index);
    if (result.state == ResourceState::pending) {
        std::vector<std::string> ids;
        for (const std::size_t requirement : resource.requirements)
            ids.push_back(resources_[requirement].id);
        std::ranges::sort(ids);
        report.begin(ids);
        result = guarded([&] { return result_of(index, task, report.origin()); }, failed_result);
    }
    report.end(result);
    results_[index] = std::move(result);
    if (!is_dry()) remember(index);
    waiting_.notify();
}

ResourceResult Deployment::keep(
    const Resource& resource,
    World& world,
    Terms::Policy policy,
    const Origin& origin,
    ResourceKeeper::Reload reload
) {
    if (!resource.has_references())
        return ResourceKeeper(resource, world, policy, origin).keep(reload);
    auto fields = resolve_(resource);
    if (auto* result = std::get_if<ResourceResult>(&fields)) return std::move(*result);
    Resource resolved = resource;
    resolved.fields = std::get<Dict>(std::move(fields));
    return ResourceKeeper(resolved, world, policy, origin).keep(reload);
}

ResourceResult Deployment::result_of(std::size_t index, Task& task, const Origin& origin) {
    const Resource& resource = resources_[index];
    const bool only_reports = resource.is("report_only");
    const Terms::Policy policy =
        only_reports && !is_dry() ? Terms::Policy::dry_run : world_.options.policy;
    const ResourceKeeper::Reload reload =
        policy == Terms::Policy::fix ? reload_for(index) : ResourceKeeper::Reload::no;
    ResourceResult result = keep(resource, task.world(), policy, origin, reload);
    if (result.state != ResourceState::deployed) return result;
    if (is_dry())
        result.state = ResourceState::dry;
    else if (only_reports && result.has_change())
        result.state = ResourceState::non_compliant;
    return result;
}

ResourceResult Deployment::obstacle_of(std::size_t index) const {
    const Resource& resource = resources_[index];
    if (!is_ours(resource))
        return {.state = ResourceState::available, .reason = "it is of agent " + resource.agent};
    if (!resource.unknown_field.empty())
        return {
            .state = ResourceState::undefined,
            .reason = resource.unknown_field + " is unknown",
            .obstacle = resource.unknown_field};
    const auto blocking = [&](std::size_t requirement) {
        const ResourceState state = results_[requirement].state;
        const bool is_undefined =
            state == ResourceState::undefined || state == ResourceState::skipped_for_undefined;
        return is_dry() ? is_undefined : !is_met(requirement);
    };
    const auto found = std::ranges::find_if(resource.requirements, blocking);
    if (found != resource.requirements.end()) {
        const ResourceState state = results_[*found].state;
        const bool is_undefined =
            state == ResourceState::undefined || state == ResourceState::skipped_for_undefined;
        return {
            .state = is_undefined ? ResourceState::skipped_for_undefined : ResourceState::skipped,
            .reason = "requires " + resources_[*found].id + ", which is " +
                      std::string(state_name(state)),
            .obstacle = resources_[*found].id};
    }
    const bool has_keeper =
        resource.kind->keeper != ResourceKind::Keeper::handler || resource.kind->type != nullptr;
    if (has_keeper) return {.state = ResourceState::pending};
    return {
        .state = ResourceState::unavailable,
        .reason = "no handler is provided for '" + resource.kind->entity + "'"};
}

bool Deployment::is_met(std::size_t requirement) const {
    const ResourceResult& result = results_[requirement];
    if (result.state != ResourceState::available)
        return result.state == ResourceState::deployed ||
               result.state == ResourceState::non_compliant;
    const auto record = store_.records().find(resources_[requirement].id);
    return record != store_.records().end() &&
           record->second.digest == digest_of(resources_[requirement]);
}

/// The settings of agents are never left to another host: resources of any agent require them.
bool Deployment::is_ours(const Resource& resource) const {
    if (resource.kind->keeper == ResourceKind::Keeper::agent) return true;
    return is_of_agents(resource, agents_);
}

/// Whether a requirement that sends events has changed since the resource was deployed last.
ResourceKeeper::Reload Deployment::reload_for(std::size_t index) const {
    const Resource& resource = resources_[index];
    if (!receives_events(resource)) return ResourceKeeper::Reload::no;
    const auto own = store_.records().find(resource.id);
    const std::int64_t since = own != store_.records().end() ? own->second.deployed_in : 0;
    const bool has_event = std::ranges::any_of(resource.requirements, [&](std::size_t one) {
        const Resource& required = resources_[one];
        const auto record = store_.records().find(required.id);
        return sends_event(required) && record != store_.records().end() &&
               record->second.changed_in > since;
    });
    return has_event ? ResourceKeeper::Reload::yes : ResourceKeeper::Reload::no;
}

void Deployment::remember(std::size_t index) {
    const Resource& resource = resources_[index];
    const ResourceResult& result = results_[index];
    store_.add_facts(resource.id, result.facts);
    if (result.state != ResourceState::deployed) return;
    const auto known = store_.records().find(resource.id);
    ResourceRecord record = known != store_.records().end() ? known->second : ResourceRecord();
    record.deployed_in = version_;
    if (result.has_change()) record.changed_in = version_;
    record.digest = digest_of(resource);
    record.order = static_cast<std::int64_t>(index);
    record.purge.reset();
    if (resource.is("purge_on_delete") && !resource.is("purged"))
        record.purge = purge_data(resource);
    store_.remember(resource.id, record);
    // A run that is killed from here on must not lose the event.
    if (result.has_change() && sends_event(resource)) store_.flush();
}

std::size_t Deployment::count(ResourceState state) const {
    const auto in = [state](const std::vector<ResourceResult>& results) {
        return static_cast<std::size_t>(std::ranges::count(results, state, &ResourceResult::state));
    };
    return in(results_) + in(purges_);
}

std::size_t Deployment::count_changed(ResourceState state) const {
    const auto in = [state](const std::vector<ResourceResult>& results) {
        return static_cast<std::size_t>(std::ranges::count_if(
            results,
            [state](const ResourceResult& result) {
                return result.state == state && result.has_change();
            }
        ));
    };
    return in(results_) + in(purges_);
}

Ending Deployment::ending() const {
    const auto shown = [](std::size_t number) { return std::to_string(number); };
    const ResourceState good = is_dry() ? ResourceState::dry : ResourceState::deployed;
    const std::size_t others = count(ResourceState::available);
    const std::size_t skipped =
        count(ResourceState::skipped) + count(ResourceState::skipped_for_undefined);
    const std::size_t failed = count(ResourceState::failed);
    const std::size_t unavailable = count(ResourceState::unavailable);
    const std::size_t well = count(good) + count(ResourceState::non_compliant) + others;
    const bool succeeded =
        is_dry() ? failed + unavailable == 0 : well == results_.size() + purges_.size();
    const std::string first =
        is_dry() ? shown(count(good)) + " checked (" + shown(count_changed(good)) + " would change)"
                 : shown(count(good)) + " deployed (" + shown(count_changed(good)) + " changed)";
    return {
        .verdict = succeeded ? Verdict::kept : Verdict::not_kept,
        .summary = first + ", " + shown(failed) + " failed, " + shown(skipped) + " skipped, " +
                   shown(count(ResourceState::undefined)) + " undefined, " +
                   (unavailable > 0 ? shown(unavailable) + " unavailable, " : "") + shown(others) +
                   " of other agents"};
}

} // namespace vow::inmanta
