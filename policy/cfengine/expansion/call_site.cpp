#include "policy/cfengine/expansion/call_site.h"

#include "policy/cfengine/run/slot.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/run/guarded.h"
#include "policy/run/world.h"

#include <algorithm>
#include <utility>

namespace vow::cfengine {
namespace {

ParameterKind kind_at(const Function& function, std::size_t index) {
    if (function.parameters.empty()) return ParameterKind::text;
    return function.parameters[std::min(index, function.parameters.size() - 1)].kind;
}

/// The name in `@(name)` or `${name}`; the text itself when it is not a reference.
std::string_view bare_name(std::string_view text) {
    const bool reference =
        text.size() > 3 && (text[0] == '@' || text[0] == '$') && (text[1] == '(' || text[1] == '{');
    return reference ? text.substr(2, text.size() - 3) : text;
}

std::string text_for_key(const Value& argument) {
    if (const Data* data = argument.data()) return json_text(*data);
    if (argument.list() == nullptr) return argument.as_text();
    std::string joined;
    for (const std::string& item : **argument.list()) {
        joined += item;
        joined += '\1';
    }
    return joined;
}

bool is_one_value(ParameterKind kind) {
    constexpr ParameterKind others[] = {
        ParameterKind::condition,
        ParameterKind::collection,
        ParameterKind::variable,
        ParameterKind::mapped};
    return std::ranges::find(others, kind) == std::end(others);
}

/// Whether a list returned by a call would become several arguments of a function that takes a
/// fixed number.
bool is_spliced(const Function& function, const Expression& source, const Evaluation& value) {
    const List* list = value.list();
    if (list == nullptr || function.variadic || (*list)->size() == 1) return false;
    return std::holds_alternative<Boxed<FunctionCall>>(source.node);
}

/// The reference agent passes @(name) as it is written where a function takes a text.
Evaluation as_written(const Expression& source, Evaluation value) {
    const auto* text = std::get_if<Text>(&source.node);
    if (text == nullptr || value.text() != nullptr) return value;
    return {.value = Value::string(text->source())};
}

} // namespace

// --- calling ---

Evaluation CallSite::answer() {
    Evaluation answer{.value = {}, .resolved = false};
    cancel_if_stopped(expander_.run().world.stop);
    if (!call_->type_error.empty()) throw FatalError{call_->type_error};
    auto given = arguments();
    if (!given) return answer;
    answer.value = call_function(std::move(*given));
    answer.resolved = answer.value.has_value();
    return answer;
}

/// The result of a call, which fails if it throws. A result that is made of a secret is secret.
Result CallSite::result_of(Call& call) {
    RunState& state = expander_.run();
    takes_secret_ = !state.secrets().empty() && call.takes(state.secrets());
    const auto run = [&] {
        Result result = call.function().body(call);
        if (result) check_value_size(*result);
        return result;
    };
    Result result =
        guarded(run, [&](const std::string& reason) -> Result { return call.fail(reason); });
    if (!takes_secret_ || !result || result->condition() != nullptr) return result;
    state.keep_secret(state.secrets().made_of_secret(result->as_data()));
    return result;
}

namespace {

/// Programs can change more than files, so a simulation runs only those of promises with a tag.
bool is_safe_to_simulate(Expander& expander) {
    const PromiseStatement* promise = expander.promise();
    const Expression* meta = promise ? promise->find(CommonAttribute::meta) : nullptr;
    if (meta == nullptr) return false;
    const Evaluation tags = expander.evaluate(*meta);
    const List* list = tags.list();
    return list != nullptr && std::ranges::find(**list, "simulate_safe") != (*list)->end();
}

} // namespace

Result CallSite::call_function(std::vector<Value> arguments) {
    const Function& function = *call_->function;
    RunState& run = expander_.run();
    if (function.runs_programs && run.world.options.is_simulation() &&
        !is_safe_to_simulate(expander_)) {
        run.log_once(
            LogLevel::warning,
            "Not calling unsafe function '" + std::string(function.name) + "' in simulate mode"
        );
        return std::nullopt;
    }
    if (!function.cached || !run.control.cache_functions || expander_.is_always_due()) {
        Call running(function, std::move(arguments), *this);
        return result_of(running);
    }
    std::string key(function.name);
    for (const Value& argument : arguments)
        key += '\0' + text_for_key(argument);
    if (const auto known = run.results.find(key); known != run.results.end()) return known->second;
    Call running(function, std::move(arguments), *this);
    return run.results.emplace(std::move(key), result_of(running)).first->second;
}

namespace {

/// Whether an argument still holds a reference, so that the call must wait. References to the names
/// that functions bind while they map do not count.
bool is_unresolved(Expander& expander, std::string_view argument) {
    if (!holds_reference(argument)) return false;
    constexpr std::string_view mapped[] = {
        "(this)",
        "{this}",
        "(this.k)",
        "{this.k}",
        "(this.k[1])",
        "{this.k[1]}",
        "(this.v)",
        "{this.v}"};
    const bool is_mapped = std::ranges::any_of(mapped, [&](std::string_view name) {
        const auto at = argument.find(name);
        return at != argument.npos && at > 0 && argument[at - 1] == '$';
    });
    return !is_mapped && expander.has_scalar_reference(argument);
}

bool holds_sigil(std::string_view text) {
    return text.find_first_of("$@") != text.npos;
}

/// The reference when the argument is `@(name)` for a parameter that takes a name.
const Reference* list_reference(ParameterKind kind, const Expression& source) {
    if (kind != ParameterKind::collection && kind != ParameterKind::variable) return nullptr;
    const auto* text = std::get_if<Text>(&source.node);
    const Reference* whole = text ? text->sole_reference() : nullptr;
    return whole && whole->shape == Reference::Shape::list ? whole : nullptr;
}

} // namespace

std::optional<std::vector<Value>> CallSite::arguments() {
    std::vector<Value> arguments;
    arguments.reserve(call_->arguments.size());
    // A three argument ifelse may hold undefined variables in the branch that is not chosen.
    const bool tolerant = call_->function->name == "ifelse" && call_->arguments.size() == 3;
    for (std::size_t index = 0; index < call_->arguments.size(); ++index) {
        const Expression& source = call_->arguments[index];
        if (const auto* unknown = boxed_if<BundleUse>(source.node)) {
            expander_.log_unknown_function(*unknown);
            return {};
        }
        const ParameterKind kind = kind_at(*call_->function, index);
        if (kind == ParameterKind::mapped) {
            arguments.push_back(Value::string({}));
            continue;
        }
        if (const Reference* list = list_reference(kind, source)) {
            if (!list->fixed && list->name.is_literal()) return {};
            ExpandedText name = expander_.text_at_run_time(bare_name(list->source));
            if (!name.resolved) return {};
            arguments.push_back(Value::string(std::move(name.text)));
            continue;
        }
        Evaluation value = expander_.evaluate(source);
        if (value.failed() && tolerant && index > 0) {
            arguments.push_back(Value::data({}));
            continue;
        }
        if (value.failed()) return {};
        if (kind == ParameterKind::text && expander_.manner().passes_lists_as_written)
            value = as_written(source, std::move(value));
        const bool is_open = value.text() && expander_.manner().expands_values_again
                                 ? is_unresolved(expander_, *value.text())
                                 : !value.resolved;
        if (is_open && !tolerant) return {};
        if (is_one_value(kind) && is_spliced(*call_->function, source, value))
            throw FatalError{"Bad arguments"};
        arguments.push_back(value.value->without_condition());
    }
    return arguments;
}

/// The text that a call returns is a pattern in turn, unless references in it may come from the
/// data that is mapped.
std::optional<std::string> CallSite::mapped(std::size_t index, const Bindings& bindings) {
    if (index >= call_->arguments.size()) return {};
    const Expression& pattern = call_->arguments[index];
    const auto bound = expander_.bind(bindings);
    const Evaluation value = expander_.evaluate(pattern);
    if (value.failed() || value.text() == nullptr) return {};
    const bool may_hold_data = std::ranges::any_of(bindings, [](const auto& binding) {
        return holds_sigil(binding.second);
    });
    if (std::holds_alternative<Text>(pattern.node) || may_hold_data) return *value.text();
    return expander_.text_at_run_time(*value.text()).text;
}

// --- the evaluation, for functions ---

World& CallSite::settled_world() {
    expander_.run().pending.wait_for_all_pending();
    return expander_.run().world;
}

RegexCache& CallSite::regexes() {
    return expander_.run().regexes;
}

ListIndex& CallSite::lists() {
    return expander_.run().lists;
}

ParsedTexts& CallSite::parsed_texts() {
    return expander_.run().parsed_texts;
}

std::optional<Value> CallSite::variable(std::string_view name) {
    const LookupResult found = expander_.find_argument(bare_name(name));
    return found ? std::optional(found.value()) : std::nullopt;
}

std::optional<Data> CallSite::array(std::string_view name) {
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

void CallSite::keep_secret(const Data& value) {
    expander_.run().keep_secret(value);
}

void CallSite::define(std::string_view name, Value value, Tags tags) {
    expander_.run().pending.wait_for_all_pending();
    const auto place = expander_.target(name);
    if (!place) return;
    RunState& run = expander_.run();
    if (takes_secret_) run.keep_secret(run.secrets().made_of_secret(value.as_data()));
    expander_.run().variables.define(
        place->bundle, place->name, place->indices, {std::move(value), std::move(tags)}
    );
}

void CallSite::sort_members(std::string_view name) {
    if (const auto place = expander_.argument_target(name))
        expander_.run().variables.sort_members(place->bundle, place->name, place->indices);
}

std::optional<bool> CallSite::holds(std::string_view class_expression) {
    return expander_.run().classes.holds(expander_.frame(), class_expression);
}

void CallSite::define_class(std::string_view name, Tags tags) {
    RunState& run = expander_.run();
    run.pending.wait_for_all_pending();
    run.classes.define(expander_.frame(), name, ClassScope::name_space, std::move(tags));
}

bool CallSite::remove_class(std::string_view name) {
    RunState& run = expander_.run();
    run.pending.wait_for_all_pending();
    Frame& frame = expander_.frame();
    if (run.classes.is_hard(frame, run.classes.symbol(name, frame))) return false;
    run.classes.cancel(frame, name);
    return true;
}

std::optional<Tags> CallSite::variable_tags(std::string_view name) {
    const auto place = expander_.argument_target(bare_name(name));
    if (!place) return {};
    const Slot* slot = expander_.run().variables.slot(place->bundle, place->name);
    if (slot == nullptr) return {};
    const Variable* variable =
        place->indices.empty() ? slot->plain() : slot->element(joined_key(place->indices));
    return variable ? std::optional(variable->tags) : std::nullopt;
}

std::optional<Tags> CallSite::class_tags(std::string_view name) {
    RunState& run = expander_.run();
    run.pending.wait_for_all_pending();
    const Frame& frame = expander_.frame();
    // The reference agent does not add the namespace here, as it does in conditions.
    const std::string_view space = expander_.manner().finds_class_tags_in_default
                                       ? "default"
                                       : std::string_view(frame.bundle.name_space);
    return run.classes.tags(frame, run.classes.symbol(name, space));
}

std::vector<std::vector<TaggedName>> CallSite::classes() {
    expander_.run().pending.wait_for_all_pending();
    return expander_.run().classes.all(expander_.frame());
}

std::vector<TaggedName> CallSite::variables() {
    return expander_.run().variables.all();
}

std::vector<TaggedName> CallSite::bundles() {
    std::vector<TaggedName> all;
    for (const Bundle& bundle : expander_.run().program.bundles) {
        all.push_back({bundle.name_space + ":" + bundle.name, {}});
    }
    return all;
}

std::string CallSite::expanded(std::string_view text) {
    return expander_.text_at_run_time(text).text;
}

bool CallSite::wants(LogLevel level) {
    return expander_.run().world.observer.wants(level);
}

void CallSite::log(LogLevel level, std::string_view line) {
    expander_.run().log(level, line);
}

void CallSite::log_once(LogLevel level, const std::string& line) {
    expander_.run().log_once(level, line);
}

const Manner& CallSite::manner() {
    return expander_.manner();
}

std::string_view CallSite::bundle() {
    return expander_.run().names().text(expander_.frame().bundle.qualified);
}

Origin CallSite::origin() {
    return expander_.origin();
}

std::vector<TaggedName> CallSite::callers() {
    std::vector<TaggedName> callers;
    for (const Frame* frame = &expander_.frame(); frame; frame = frame->caller) {
        if (!frame->promiser.empty()) callers.insert(callers.begin(), {frame->promiser, {}});
    }
    return callers;
}

} // namespace vow::cfengine
