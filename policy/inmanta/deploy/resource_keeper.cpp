#include "policy/inmanta/deploy/resource_keeper.h"

#include "policy/inmanta/values/value_data.h"
#include "policy/run/promise_call.h"

#include <algorithm>
#include <cstdio>

namespace vow::inmanta {
namespace {

using Keeper = ResourceKind::Keeper;

/// The filter of the lines of a resource's promises. Errors are details, since the line about the
/// resource repeats the first. Lines that sum up those of a promise are dropped, and output of
/// commands is shown as it is.
LineFilter resource_lines(bool wants_details) {
    return [wants_details](
               LogLevel level, std::string_view text
           ) -> std::optional<std::pair<LogLevel, std::string>> {
        const bool sums_up = text.starts_with("Errors encountered when ") ||
                             text.starts_with("Warnings encountered when ");
        if (sums_up || (level <= LogLevel::error && !wants_details)) return std::nullopt;
        const std::size_t output = text.starts_with("Q: \"") ? text.find("\": ") : text.npos;
        if (output != std::string_view::npos) text.remove_prefix(output + 3);
        return std::pair(level <= LogLevel::error ? LogLevel::verbose : level, std::string(text));
    };
}

/// A handler that skips in a dry run waits for something that a run makes.
void leave_skipped_open(Outcome& outcome) {
    const bool is_skipped =
        std::ranges::find(outcome.classes, state_name(ResourceState::skipped)) !=
        outcome.classes.end();
    if (outcome.would_repair() && is_skipped) outcome.untold = Untold::unknown_value;
}

} // namespace

ResourceResult ResourceKeeper::keep(Reload reload) {
    reload_ = reload;
    switch (resource_.kind->keeper) {
    case Keeper::file: keep_file(); break;
    case Keeper::directory: keep_directory(); break;
    case Keeper::symlink: keep_symlink(); break;
    case Keeper::service: keep_service(); break;
    case Keeper::package: keep_package(); break;
    case Keeper::command: keep_command(); break;
    case Keeper::promise: keep_described(); break;
    case Keeper::handler: keep_by_handler(); break;
    case Keeper::agent: break;
    case Keeper::none: keep_nothing(); break;
    }
    if (result_.state == ResourceState::pending) result_.state = ResourceState::deployed;
    return std::move(result_);
}

void ResourceKeeper::fail(std::string reason) {
    result_.state = ResourceState::failed;
    result_.reason = std::move(reason);
}

void ResourceKeeper::keep_promise(
    const std::string& type, const std::string& promiser, Attributes attributes
) {
    const PromiseType* found = world_.catalogue.find(type);
    if (found == nullptr) return fail("vow lacks the module '" + type + "', which keeps it");
    keep_promise(*found, promiser, std::move(attributes));
}

void ResourceKeeper::keep_promise(
    const PromiseType& type, const std::string& promiser, Attributes attributes
) {
    if (result_.state != ResourceState::pending) return;
    const KeptCall kept = keep_for_language(
        world_,
        Promise{
            .type = &type,
            .promiser = promiser,
            .attributes = std::move(attributes),
            .origin = origin_,
            .terms = {.policy = policy_, .log_level = world_.observer.log_level()}},
        {.handled = Handled::yes,
         .filter = resource_lines(world_.observer.wants(LogLevel::verbose)),
         .amend = resource_.kind->keeper == Keeper::handler ? leave_skipped_open : nullptr}
    );
    const Outcome& outcome = kept.outcome;
    for (const Change& change : outcome.changes)
        result_.changes.push_back(change);
    for (const auto& fact : outcome.variables)
        result_.facts.push_back(fact);
    if (resource_.kind->keeper == Keeper::handler)
        read_state(outcome, kept.last_error.empty() ? kept.last_warning : kept.last_error);
    if (result_.state == ResourceState::unavailable) result_.reason = kept.first_error;
    const bool is_left =
        result_.state == ResourceState::skipped || result_.state == ResourceState::unavailable;
    if (is_left) return;
    if (kept.has_changed())
        result_.change = change_;
    else if (!kept.is_kept())
        fail(kept.first_error.empty() ? "it was not kept" : kept.first_error);
}

void ResourceKeeper::keep_service() {
    Attributes attributes;
    const bool runs = resource_.text("state") == "running";
    const bool restarts = runs && reload_ == Reload::yes && policy_ == Terms::Policy::fix;
    attributes.set("state", restarts ? "restarted" : runs ? "started" : "stopped");
    attributes.set("enabled", resource_.is("onboot") ? "true" : "false");
    keep_promise("systemd", resource_.name, std::move(attributes));
    if (restarts && !has_failed()) result_.reloaded = ResourceResult::Reload::yes;
}

void ResourceKeeper::keep_package() {
    const std::string state = resource_.text("state");
    Attributes attributes;
    attributes.set("policy", state == "removed" ? "absent" : "present");
    if (state == "latest") attributes.set("version", "latest");
    if (state == "removed") change_ = ResourceChange::purged;
    keep_promise("packages", resource_.name, std::move(attributes));
    note_creation();
}

/// Null is not sent; numbers and truth values are texts.
void ResourceKeeper::keep_described() {
    Attributes attributes;
    for (const auto& [field, name] : resource_.kind->attributes) {
        const Value* value = resource_.fields.find(field);
        if (value == nullptr || value->is_null()) continue;
        if (value->dict() != nullptr) {
            attributes.set(name, data_of(*value));
        } else if (value->list() != nullptr) {
            std::vector<std::string> texts;
            for (const Value& item : *value->list())
                texts.push_back(text_of(item));
            attributes.set(name, std::move(texts));
        } else {
            attributes.set(name, text_of(*value));
        }
    }
    keep_promise(*resource_.kind->type, resource_.name, std::move(attributes));
    note_creation();
}

/// A promise that begins with the creation of something creates the resource.
void ResourceKeeper::note_creation() {
    const auto& changes = result_.changes;
    const bool creates = !changes.empty() && changes.front().action == ChangeAction::create;
    if (creates && result_.has_change()) result_.change = ResourceChange::created;
}

/// The handler gets the fields as one attribute, since any name can be one of a field.
void ResourceKeeper::keep_by_handler() {
    Attributes attributes;
    attributes.set("fields", data_of(Value(resource_.fields)));
    if (!resource_.files.members().empty())
        attributes.set("files", data_of(Value(resource_.files)));
    if (reload_ == Reload::yes) attributes.set("reload", "true");
    keep_promise(*resource_.kind->type, resource_.id, std::move(attributes));
}

/// The result classes of a handler's promise: its state, its change, "reloaded".
void ResourceKeeper::read_state(const Outcome& outcome, const std::string& last_line) {
    const auto has = [&](std::string_view word) {
        return std::ranges::find(outcome.classes, word) != outcome.classes.end();
    };
    if (has("skipped")) {
        result_.state = ResourceState::skipped;
        result_.reason = last_line;
    }
    if (has("unavailable")) result_.state = ResourceState::unavailable;
    if (has("reloaded")) result_.reloaded = ResourceResult::Reload::yes;
    for (const ResourceChange change : {ResourceChange::created, ResourceChange::purged}) {
        if (has(change_name(change))) change_ = change;
    }
}

void ResourceKeeper::keep_nothing() {
    if (resource_.is("fail")) return fail("`fail` is true");
    if (resource_.is("purged")) result_.change = ResourceChange::purged;
}

} // namespace vow::inmanta
