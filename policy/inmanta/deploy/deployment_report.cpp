#include "policy/inmanta/deploy/deployment_report.h"

#include "policy/run/written_promise.h"

namespace vow::inmanta {
namespace {

Data text(std::string_view words) {
    return Data::string(words);
}

Data changes_data(const std::vector<Change>& changes) {
    Data::Array items;
    for (const Change& change : changes)
        items.push_back(Data::object({{"what", text(change.what)}}));
    return Data::array(std::move(items));
}

} // namespace

ResourceReport::ResourceReport(const Resource& resource, ScopeId scope, Observer& observer)
    : resource_(resource),
      observer_(observer),
      origin_(origin_at(resource.place.span)) {
    origin_.scope = scope;
}

void ResourceReport::begin_scope() {
    is_begun_ = true;
    if (!observer_.wants_scopes()) return;
    observer_.receive(ScopeBegan{origin_.scope, ScopeId::run, "resource", resource_.id, origin_});
}

void ResourceReport::end_scope(const ResourceResult& result) {
    if (!is_begun_) {
        begin_scope();
        if (result.state == ResourceState::unavailable) send_unavailable(result.reason);
    }
    if (observer_.wants_skipped()) send_obstacle(result);
    if (!observer_.wants_scopes()) return;
    const bool has_failed =
        result.state == ResourceState::failed || result.state == ResourceState::unavailable;
    observer_.receive(ScopeEnded{origin_.scope, has_failed ? Verdict::not_kept : Verdict::kept});
}

/// A resource that was not attempted is a promise that was skipped.
void ResourceReport::send_obstacle(const ResourceResult& result) {
    const auto skip = [&](SkipReason reason) {
        observer_.receive(PromiseSkipped{
            resource_.kind->entity, resource_.name, origin_, reason, result.obstacle});
    };
    if (result.state == ResourceState::undefined) skip(SkipReason::undefined);
    if (result.state == ResourceState::skipped) skip(SkipReason::dependency_failed);
    if (result.state == ResourceState::skipped_for_undefined) skip(SkipReason::dependency);
}

/// A resource without a handler is a promise that nothing keeps.
void ResourceReport::send_unavailable(const std::string& reason) {
    const PromiseType type{.name = resource_.kind->entity};
    const Promise promise{.type = &type, .promiser = resource_.id, .origin = origin_};
    observer_.receive(PromiseStarted{promise});
    const Outcome outcome = Outcome::of(Verdict::not_kept);
    observer_.receive(PromiseDone{promise, outcome, Handled::yes, {}, reason});
}

void ResourceReport::begin(const std::vector<std::string>& requirements) {
    begin_scope();
    Data::Array ids;
    for (const std::string& id : requirements)
        ids.push_back(text(id));
    std::vector<Data::Member> members = {
        {"id", text(resource_.id)},
        {"agent", text(resource_.agent)},
        {"requires", Data::array(std::move(ids))}};
    if (resource_.place.span.source != nullptr) {
        members.emplace_back("file", text(resource_.place.span.source->path()));
        members.emplace_back("line", Data::integer(resource_.place.span.position().line));
    }
    send("resource", std::move(members));
}

void ResourceReport::end(const ResourceResult& result) {
    std::vector<Data::Member> members = {
        {"id", text(resource_.id)}, {"state", text(state_name(result.state))}};
    if (result.was_attempted() && result.state != ResourceState::failed)
        members.emplace_back("change", text(change_name(result.change)));
    if (!result.changes.empty()) members.emplace_back("changes", changes_data(result.changes));
    if (!result.reason.empty()) members.emplace_back("reason", text(result.reason));
    if (result.reloaded == ResourceResult::Reload::yes)
        members.emplace_back("reloaded", Data::boolean(true));
    const std::chrono::duration<double> duration = std::chrono::steady_clock::now() - begin_;
    members.emplace_back("duration", Data::real(duration.count()));
    send("resource_outcome", std::move(members));
    end_scope(result);
    log_end(result);
}

void ResourceReport::log_end(const ResourceResult& result) {
    const std::string& id = resource_.id;
    const std::string change(change_name(result.change));
    switch (result.state) {
    case ResourceState::deployed:
        if (result.has_change()) log(LogLevel::info, id + " deployed: " + change);
        if (result.reloaded == ResourceResult::Reload::yes) log(LogLevel::info, id + " reloaded");
        break;
    case ResourceState::failed: log(LogLevel::error, id + " failed: " + result.reason); break;
    case ResourceState::undefined:
        log(LogLevel::warning, id + " undefined: " + result.reason);
        break;
    case ResourceState::skipped:
    case ResourceState::skipped_for_undefined:
        log(LogLevel::warning, id + " skipped: " + result.reason);
        break;
    case ResourceState::unavailable:
        log(LogLevel::warning,
            id + " unavailable" + (result.reason.empty() ? "" : ": " + result.reason));
        break;
    case ResourceState::dry:
        if (result.has_change()) log(LogLevel::notice, id + " would be " + change);
        break;
    case ResourceState::non_compliant: log(LogLevel::warning, id + " would be " + change); break;
    case ResourceState::available:
    case ResourceState::pending: break;
    }
}

void ResourceReport::log(LogLevel level, const std::string& text) {
    if (observer_.wants(level)) observer_.receive(LogLine{level, text});
}

void ResourceReport::send(std::string_view name, std::vector<Data::Member> members) {
    const Data data = Data::object(std::move(members));
    observer_.receive(LanguageEvent{name, data});
}

} // namespace vow::inmanta
