#include "policy/cfengine/expansion/call_site.h"

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

Evaluation CallSite::answer() {
    Evaluation answer{.value = {}, .resolved = false};
    cancel_if_stopped(expander().run().world.stop);
    if (!call_.type_error.empty()) throw FatalError{call_.type_error};
    auto given = arguments();
    if (!given) return answer;
    answer.value = call_function(std::move(*given));
    answer.resolved = answer.value.has_value();
    return answer;
}

/// The result of a call, which fails if it throws. A result that is made of a secret is secret.
Result CallSite::result_of(Call& call) {
    RunState& state = expander().run();
    const bool holds_secret = !state.secrets().empty() && call.takes(state.secrets());
    set_holds_secret(holds_secret);
    const auto run = [&] {
        Result result = call.function().body(call);
        if (result) check_value_size(*result);
        return result;
    };
    Result result =
        guarded(run, [&](const std::string& reason) -> Result { return call.fail(reason); });
    if (!holds_secret || !result || result->condition() != nullptr) return result;
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
    const Function& function = *call_.function;
    RunState& run = expander().run();
    if (function.runs_programs && run.world.options.is_simulation() &&
        !is_safe_to_simulate(expander())) {
        run.log_once(
            LogLevel::warning,
            "Not calling unsafe function '" + std::string(function.name) + "' in simulate mode"
        );
        return std::nullopt;
    }
    if (!function.cached || !run.control.cache_functions || expander().is_always_due()) {
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
    arguments.reserve(call_.arguments.size());
    // A three argument ifelse may hold undefined variables in the branch that is not chosen.
    const bool tolerant = call_.function->name == "ifelse" && call_.arguments.size() == 3;
    for (std::size_t index = 0; index < call_.arguments.size(); ++index) {
        const Expression& source = call_.arguments[index];
        if (const auto* unknown = boxed_if<BundleUse>(source.node)) {
            expander().log_unknown_function(*unknown);
            return {};
        }
        const ParameterKind kind = kind_at(*call_.function, index);
        if (kind == ParameterKind::mapped) {
            arguments.push_back(Value::string({}));
            continue;
        }
        if (const Reference* list = list_reference(kind, source)) {
            if (!list->fixed && list->name.is_literal()) return {};
            ExpandedText name = expander().text_at_run_time(bare_name(list->source));
            if (!name.resolved) return {};
            arguments.push_back(Value::string(std::move(name.text)));
            continue;
        }
        Evaluation value = expander().evaluate(source);
        if (value.failed() && tolerant && index > 0) {
            arguments.push_back(Value::data({}));
            continue;
        }
        if (value.failed()) return {};
        if (kind == ParameterKind::text && expander().manner().passes_lists_as_written)
            value = as_written(source, std::move(value));
        const bool is_open = value.text() && expander().manner().expands_values_again
                                 ? is_unresolved(expander(), *value.text())
                                 : !value.resolved;
        if (is_open && !tolerant) return {};
        if (is_one_value(kind) && is_spliced(*call_.function, source, value))
            throw FatalError{"Bad arguments"};
        arguments.push_back(value.value->without_condition());
    }
    return arguments;
}

/// The text that a call returns is a pattern in turn, unless references in it may come from the
/// data that is mapped.
std::optional<std::string> CallSite::mapped(std::size_t index, const Bindings& bindings) {
    if (index >= call_.arguments.size()) return {};
    const Expression& pattern = call_.arguments[index];
    const auto bound = expander().bind(bindings);
    const Evaluation value = expander().evaluate(pattern);
    if (value.failed() || value.text() == nullptr) return {};
    const bool may_hold_data = std::ranges::any_of(bindings, [](const auto& binding) {
        return holds_sigil(binding.second);
    });
    if (std::holds_alternative<Text>(pattern.node) || may_hold_data) return *value.text();
    return expander().text_at_run_time(*value.text()).text;
}

} // namespace vow::cfengine
