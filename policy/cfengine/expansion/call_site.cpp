#include "policy/cfengine/expansion/call_site.h"

#include "policy/cfengine/run/array_data.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>
#include <utility>

namespace vow::cfengine {
namespace {

ParameterKind kind_at(const Function& function, std::size_t index) {
    if (function.parameters.empty()) return ParameterKind::text;
    return function.parameters[std::min(index, function.parameters.size() - 1)].kind;
}

/// The name within `@(name)` or `${name}`; the text itself when it is no reference.
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
    return kind == ParameterKind::text || kind == ParameterKind::integer ||
           kind == ParameterKind::real || kind == ParameterKind::option ||
           kind == ParameterKind::path;
}

/// Whether a list that a call gave would stand for several arguments of a function that takes a
/// fixed number.
bool is_spliced(const Function& function, const Expression& source, const Evaluated& value) {
    const List* list = value.list();
    if (list == nullptr || function.variadic || (*list)->size() == 1) return false;
    return std::holds_alternative<FunctionCall>(source.node);
}

} // namespace

// --- calling ---

Evaluated CallSite::answer(const FunctionCall& call) {
    call_ = &call;
    Evaluated answer{.value = {}, .resolved = false};
    if (!call.type_error.empty()) throw FatalError{call.type_error};
    if (call.function->body == nullptr) return answer;
    auto given = arguments(call);
    if (!given) return answer;
    answer.value = cached(call, std::move(*given));
    answer.resolved = answer.value.has_value();
    return answer;
}

Result CallSite::cached(const FunctionCall& call, std::vector<Value> arguments) {
    Evaluation& evaluation = expander_.evaluation();
    if (!call.function->cached || !evaluation.control().cache_functions) {
        Call running(*call.function, std::move(arguments), *this);
        return call.function->body(running);
    }
    std::string key(call.function->name);
    for (const Value& argument : arguments)
        key += '\0' + text_for_key(argument);
    auto& answers = evaluation.answers();
    if (const auto known = answers.find(key); known != answers.end()) return known->second;
    Call running(*call.function, std::move(arguments), *this);
    return answers.emplace(std::move(key), call.function->body(running)).first->second;
}

std::optional<std::vector<Value>> CallSite::arguments(const FunctionCall& call) {
    std::vector<Value> arguments;
    arguments.reserve(call.arguments.size());
    // A three argument ifelse may hold undefined variables in what is not chosen.
    const bool tolerant = call.function->name == "ifelse" && call.arguments.size() == 3;
    for (std::size_t index = 0; index < call.arguments.size(); ++index) {
        const Expression& source = call.arguments[index];
        const ParameterKind kind = kind_at(*call.function, index);
        if (kind == ParameterKind::mapped) {
            arguments.push_back(Value::string({}));
            continue;
        }
        if (kind == ParameterKind::collection || kind == ParameterKind::variable) {
            const auto* text = std::get_if<Text>(&source.node);
            const Reference* whole = text ? text->sole_reference() : nullptr;
            if (whole && whole->shape == Reference::Shape::list) {
                if (whole->fixed || !whole->name.is_literal()) {
                    const Expanded inner = expander_.text_at_run_time(bare_name(whole->source));
                    if (!inner.resolved) return {};
                    arguments.push_back(Value::string(inner.text));
                }
                continue;
            }
        }
        Evaluated value = expander_.evaluate(source);
        if (value.failed() || (!value.resolved && !tolerant)) return {};
        if (is_one_value(kind) && is_spliced(*call.function, source, value))
            throw FatalError{"Bad arguments"};
        arguments.push_back(value.value->without_condition());
    }
    return arguments;
}

/// The pattern may come out of a variable whose text holds `$(this.k)`: it is expanded once more.
std::optional<std::string> CallSite::mapped(std::size_t index, const Bindings& bindings) {
    if (index >= call_->arguments.size()) return {};
    const FunctionCall* const call = call_;
    const Bindings* outer = expander_.bind(&bindings);
    Evaluated value = expander_.evaluate(call->arguments[index]);
    std::optional<std::string> mapped;
    if (const std::string* text = value.failed() ? nullptr : value.text())
        mapped = expander_.text_at_run_time(*text).text;
    expander_.bind(outer);
    return mapped;
}

// --- answering ---

World& CallSite::world() {
    expander_.evaluation().pending_promises().wait_for_all_pending();
    return expander_.evaluation().world();
}

Regexes& CallSite::regexes() {
    return expander_.evaluation().regexes();
}

std::optional<Value> CallSite::variable(std::string_view name) {
    const Found found = expander_.find(bare_name(name));
    return found ? std::optional(found.value()) : std::nullopt;
}

std::optional<Data> CallSite::array(std::string_view name) {
    const auto place = expander_.target(bare_name(name));
    if (!place) return {};
    const Slot* slot = expander_.evaluation().slot(place->bundle, place->name);
    return slot ? array_data(*slot, place->indices) : std::nullopt;
}

void CallSite::define(std::string_view name, Value value, Tags tags) {
    expander_.evaluation().pending_promises().wait_for_all_pending();
    const auto place = expander_.target(name);
    if (!place) return;
    expander_.evaluation().define(
        place->bundle, place->name, place->indices, {std::move(value), std::move(tags)}
    );
}

std::optional<bool> CallSite::holds(std::string_view class_expression) {
    return expander_.evaluation().holds(expander_.frame(), class_expression);
}

void CallSite::define_class(std::string_view name, Tags tags) {
    expander_.evaluation().pending_promises().wait_for_all_pending();
    expander_.evaluation().define_class(
        expander_.frame(), name, ClassScope::name_space, std::move(tags)
    );
}

bool CallSite::remove_class(std::string_view name) {
    expander_.evaluation().pending_promises().wait_for_all_pending();
    Evaluation& evaluation = expander_.evaluation();
    Frame& frame = expander_.frame();
    const Symbol symbol = evaluation.class_symbol(name, frame.bundle.name_space);
    const bool is_soft =
        frame.classes.contains(symbol) || evaluation.classes().defined().contains(symbol);
    if (!is_soft && evaluation.classes().has(symbol)) return false;
    evaluation.cancel_class(frame, name);
    return true;
}

std::optional<Tags> CallSite::variable_tags(std::string_view name) {
    const auto place = expander_.target(bare_name(name));
    if (!place) return {};
    const Slot* slot = expander_.evaluation().slot(place->bundle, place->name);
    if (slot == nullptr) return {};
    const Variable* variable =
        place->indices.empty() ? slot->plain() : slot->element(joined_key(place->indices));
    return variable ? std::optional(variable->tags) : std::nullopt;
}

std::optional<Tags> CallSite::class_tags(std::string_view name) {
    expander_.evaluation().pending_promises().wait_for_all_pending();
    Evaluation& evaluation = expander_.evaluation();
    const Symbol symbol = evaluation.class_symbol(name, expander_.frame().bundle.name_space);
    for (const Frame* frame = &expander_.frame(); frame; frame = frame->caller) {
        const auto found = frame->classes.find(symbol);
        if (found != frame->classes.end()) return found->second;
        if (frame->inherit == Inherit::nothing) break;
    }
    const auto& defined = evaluation.classes().defined();
    if (const auto found = defined.find(symbol); found != defined.end()) return found->second;
    if (evaluation.classes().has(symbol)) return Tags{"source=agent", "hardclass"};
    return {};
}

std::vector<Named> CallSite::classes() {
    expander_.evaluation().pending_promises().wait_for_all_pending();
    Evaluation& evaluation = expander_.evaluation();
    std::vector<Named> all = evaluation.classes().all();
    for (const Frame* frame = &expander_.frame(); frame; frame = frame->caller) {
        for (const auto& [name, tags] : frame->classes) {
            all.push_back({std::string(evaluation.names().text(name)), tags});
        }
        if (frame->inherit == Inherit::nothing) break;
    }
    std::sort(all.begin(), all.end(), [](const Named& left, const Named& right) {
        return left.name < right.name;
    });
    return all;
}

std::vector<Named> CallSite::variables() {
    expander_.evaluation().pending_promises().wait_for_all_pending();
    Evaluation& evaluation = expander_.evaluation();
    for (const std::string& name : world().facts.all_names()) {
        evaluation.slot(evaluation.names().symbol("sys"), evaluation.names().symbol(name));
    }
    std::vector<Named> all;
    for (const auto& [bundle, scope] : evaluation.variables().scopes()) {
        std::string prefix(evaluation.names().text(bundle));
        if (prefix.find(':') == prefix.npos) prefix = "default:" + prefix;
        for (const auto& [name, slot] : scope.slots()) {
            const std::string plain = prefix + "." + std::string(evaluation.names().text(name));
            if (slot.plain()) all.push_back({plain, slot.plain()->tags});
            for (const auto& [key, element] : slot.elements()) {
                all.push_back({plain + "[" + key + "]", element.tags});
            }
        }
    }
    std::sort(all.begin(), all.end(), [](const Named& left, const Named& right) {
        return left.name < right.name;
    });
    return all;
}

std::vector<Named> CallSite::bundles() {
    std::vector<Named> all;
    for (const Bundle& bundle : expander_.evaluation().program().bundles) {
        all.push_back({bundle.name_space + ":" + bundle.name, {}});
    }
    return all;
}

std::string CallSite::expanded(std::string_view text) {
    return expander_.text_at_run_time(text).text;
}

void CallSite::log_once(LogLevel level, std::string line) {
    expander_.evaluation().log_once(level, std::move(line));
}

std::string_view CallSite::bundle() {
    return expander_.evaluation().names().text(expander_.frame().bundle.qualified);
}

Origin CallSite::origin() {
    return expander_.origin();
}

std::vector<Named> CallSite::callers() {
    std::vector<Named> callers;
    for (const Frame* frame = &expander_.frame(); frame; frame = frame->caller) {
        if (!frame->promiser.empty()) callers.insert(callers.begin(), {frame->promiser, {}});
    }
    return callers;
}

} // namespace vow::cfengine
