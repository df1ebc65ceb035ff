#include "policy/cfengine/expansion/evaluation_access.h"

#include "policy/cfengine/run/slot.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/run/world.h"

#include <utility>

namespace vow::cfengine {

/// The name in `@(name)` or `${name}`; the text itself when it is not a reference.
std::string_view bare_name(std::string_view text) {
    const bool reference =
        text.size() > 3 && (text[0] == '@' || text[0] == '$') && (text[1] == '(' || text[1] == '{');
    return reference ? text.substr(2, text.size() - 3) : text;
}

World& EvaluationAccess::settled_world() {
    expander_.run().pending.wait_for_all_pending();
    return expander_.run().world;
}

RegexCache& EvaluationAccess::regexes() {
    return expander_.run().regexes;
}

ListIndex& EvaluationAccess::lists() {
    return expander_.run().lists;
}

ParsedTexts& EvaluationAccess::parsed_texts() {
    return expander_.run().parsed_texts;
}

std::optional<Value> EvaluationAccess::variable(std::string_view name) {
    const LookupResult found = expander_.find_argument(bare_name(name));
    return found ? std::optional(found.value()) : std::nullopt;
}

std::optional<Data> EvaluationAccess::array(std::string_view name) {
    const auto place = expander_.argument_target(bare_name(name));
    if (!place) return {};
    RunState& run = expander_.run();
    auto array = run.variables.array(place->bundle, place->name, place->indices);
    const auto written = read_variable_name(bare_name(name));
    const bool is_open = expander_.manner().finds_arrays_in_all_namespaces &&
                         place->qualification == Qualification::bundle;
    if (array || !is_open) return array;
    // The reference agent finds the elements of an array in any namespace.
    for (const Bundle& bundle : run.program.bundles) {
        if (bundle.name != written->bundle) continue;
        array = run.variables.array(bundle.qualified, place->name, place->indices);
        if (array) return array;
    }
    return {};
}

void EvaluationAccess::keep_secret(const Data& value) {
    expander_.run().keep_secret(value);
}

void EvaluationAccess::define(std::string_view name, Value value, Tags tags) {
    expander_.run().pending.wait_for_all_pending();
    const auto place = expander_.target(name);
    if (!place) return;
    RunState& run = expander_.run();
    if (holds_secret_) run.keep_secret(run.secrets().made_of_secret(value.as_data()));
    expander_.run().variables.define(
        place->bundle, place->name, place->indices, {std::move(value), std::move(tags)}
    );
}

void EvaluationAccess::sort_members(std::string_view name) {
    if (const auto place = expander_.argument_target(name))
        expander_.run().variables.sort_members(place->bundle, place->name, place->indices);
}

std::optional<bool> EvaluationAccess::holds(std::string_view class_expression) {
    return expander_.run().classes.holds(expander_.frame(), class_expression);
}

void EvaluationAccess::define_class(std::string_view name, Tags tags) {
    RunState& run = expander_.run();
    run.pending.wait_for_all_pending();
    run.classes.define(expander_.frame(), name, ClassScope::name_space, std::move(tags));
}

bool EvaluationAccess::remove_class(std::string_view name) {
    RunState& run = expander_.run();
    run.pending.wait_for_all_pending();
    Frame& frame = expander_.frame();
    if (run.classes.is_hard(frame, run.classes.symbol(name, frame))) return false;
    run.classes.cancel(frame, name);
    return true;
}

std::optional<Tags> EvaluationAccess::variable_tags(std::string_view name) {
    const auto place = expander_.argument_target(bare_name(name));
    if (!place) return {};
    const Slot* slot = expander_.run().variables.slot(place->bundle, place->name);
    if (slot == nullptr) return {};
    const Variable* variable =
        place->indices.empty() ? slot->plain() : slot->element(joined_key(place->indices));
    return variable ? std::optional(variable->tags) : std::nullopt;
}

std::optional<Tags> EvaluationAccess::class_tags(std::string_view name) {
    RunState& run = expander_.run();
    run.pending.wait_for_all_pending();
    const Frame& frame = expander_.frame();
    // The reference agent does not add the namespace here, as it does in conditions.
    const std::string_view space = expander_.manner().finds_class_tags_in_default
                                       ? "default"
                                       : std::string_view(frame.bundle.name_space);
    return run.classes.tags(frame, run.classes.symbol(name, space));
}

std::vector<std::vector<TaggedName>> EvaluationAccess::classes() {
    expander_.run().pending.wait_for_all_pending();
    return expander_.run().classes.all(expander_.frame());
}

std::vector<TaggedName> EvaluationAccess::variables() {
    return expander_.run().variables.all();
}

std::vector<TaggedName> EvaluationAccess::bundles() {
    std::vector<TaggedName> all;
    for (const Bundle& bundle : expander_.run().program.bundles) {
        all.push_back({bundle.name_space + ":" + bundle.name, {}});
    }
    return all;
}

std::string EvaluationAccess::expanded(std::string_view text) {
    return expander_.text_at_run_time(text).text;
}

bool EvaluationAccess::wants(LogLevel level) {
    return expander_.run().world.observer.wants(level);
}

void EvaluationAccess::log(LogLevel level, std::string_view line) {
    expander_.run().log(level, line);
}

void EvaluationAccess::log_once(LogLevel level, const std::string& line) {
    expander_.run().log_once(level, line);
}

const Manner& EvaluationAccess::manner() {
    return expander_.manner();
}

std::string_view EvaluationAccess::bundle() {
    return expander_.run().names().text(expander_.frame().bundle.qualified);
}

Origin EvaluationAccess::origin() {
    return expander_.origin();
}

std::vector<TaggedName> EvaluationAccess::callers() {
    std::vector<TaggedName> callers;
    for (const Frame* frame = &expander_.frame(); frame; frame = frame->caller) {
        if (!frame->promiser.empty()) callers.insert(callers.begin(), {frame->promiser, {}});
    }
    return callers;
}

} // namespace vow::cfengine
