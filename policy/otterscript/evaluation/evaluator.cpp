#include "policy/otterscript/evaluation/evaluator.h"

#include "policy/otterscript/evaluation/function.h"
#include "policy/run/guarded.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <charconv>

namespace vow::otterscript {
namespace {

constexpr std::size_t max_vector_length = 10'000'000;

std::string scalar_of(Value value, Executor& executor, Span at) {
    if (!value.is_text()) executor.raise("'" + std::string(at.text()) + "' needs a scalar", at);
    return std::move(value.own_text());
}

bool takes_secret(const FunctionCall& call, const Secrets& secrets) {
    for (std::size_t at = 0; !secrets.empty() && at < call.size(); ++at) {
        if (secrets.is_in(data_from(call.value(at)))) return true;
    }
    return false;
}

/// A result that is made of a secret is secret.
Value call_function(const Function& function, FunctionCall& call) {
    Execution& execution = call.executor().execution();
    const bool took_secret = takes_secret(call, execution.secrets);
    Value result = guarded<Raised>(
        [&] { return function.call(call); },
        [&](const std::string& reason) -> Value { call.fail(reason); }
    );
    if (took_secret || takes_secret(call, execution.secrets))
        execution.keep_secret(execution.secrets.made_of_secret(data_from(result)));
    return result;
}

/// The longest name that has a value; the rest of the text follows it.
Value value_of(const Reference& reference, Executor& executor) {
    const Variables& variables = executor.scope().variables;
    for (const Reference::Candidate& candidate : reference.candidates) {
        std::optional<Value> value;
        if (const Value* found = variables.find(reference.sign, candidate.name))
            value = *found;
        else
            value = find_variable(reference.sign, candidate.name, executor, reference.span);
        if (!value && candidate.function != nullptr) {
            FunctionCall bare(executor, *candidate.function, reference.sign, reference.span);
            value = call_function(*candidate.function, bare);
        }
        if (!value) continue;
        if (!candidate.rest.empty() && value->is_text()) value->own_text() += candidate.rest;
        return *std::move(value);
    }
    executor.raise(reference.shown + " is not declared", reference.span);
}

FunctionCall with_arguments(const Call& call, Executor& executor) {
    if (call.function == nullptr) executor.raise("unknown function '" + call.name + "'", call.span);
    FunctionCall evaluated(executor, *call.function, call.sign, call.span);
    for (const Expression& argument : call.arguments)
        evaluated.add(evaluate(argument, executor));
    return evaluated;
}

Value result_of(const Call& call, FunctionCall& evaluated, Executor& executor) {
    Value value = call_function(*call.function, evaluated);
    if (value.sign() != call.sign)
        executor.raise(
            "'" + std::string(call.span.text()) + "' needs a " + std::string(noun_of(call.sign)),
            call.span
        );
    return value;
}

Value value_of(const Call& call, Executor& executor) {
    FunctionCall evaluated = with_arguments(call, executor);
    return result_of(call, evaluated, executor);
}

void append(const Piece& piece, std::string& text, Executor& executor) {
    if (const auto* plain = std::get_if<std::string>(&piece.content)) {
        text += *plain;
    } else if (const auto* reference = std::get_if<Reference>(&piece.content)) {
        const Value* found =
            executor.scope().variables.find(Sign::scalar, reference->candidates.front().name);
        if (found != nullptr)
            text += found->text();
        else
            text += scalar_of(value_of(*reference, executor), executor, piece.span);
    } else if (const auto* call = std::get_if<Call>(&piece.content)) {
        text += scalar_of(value_of(*call, executor), executor, piece.span);
    } else {
        const auto& nested = *std::get<std::unique_ptr<Expression>>(piece.content);
        text += scalar_of(evaluate(nested, executor), executor, piece.span);
    }
}

Value value_of(const TextExpression& written, Executor& executor) {
    std::string text;
    for (const Piece& piece : written.pieces) {
        append(piece, text, executor);
        if (text.size() > max_answer_bytes)
            executor.raise(
                "the text is longer than " + std::to_string(max_answer_bytes >> 20U) + " MiB",
                piece.span
            );
    }
    return text;
}

Value value_of(const VectorExpression& written, Executor& executor) {
    Vector items;
    items.reserve(written.items.size());
    for (const Expression& item : written.items)
        items.push_back(evaluate(item, executor));
    return items;
}

Value value_of(const MapExpression& written, Executor& executor) {
    Map map;
    for (const auto& [key, item] : written.items) {
        const std::string name = evaluate_text(key, executor);
        map.at(name) = evaluate(item, executor);
    }
    return map;
}

/// nullopt for a text that is not a non-negative integer.
std::optional<std::size_t> index_from(const std::string& key) {
    std::size_t index = 0;
    const char* end = key.data() + key.size();
    const auto [rest, error] = std::from_chars(key.data(), end, index);
    return error == std::errc() && rest == end ? std::optional(index) : std::nullopt;
}

std::size_t index_in(const std::string& key, Executor& executor, Span at) {
    const auto index = index_from(key);
    if (!index) executor.raise("'" + key + "' is not an index", at);
    return *index;
}

} // namespace

std::optional<Value> find_variable(Sign sign, Symbol name, Executor& executor, Span at) {
    if (const Value* found = executor.scope().variables.find(sign, name)) return *found;
    const std::string key = mark_of(sign) + std::string(executor.execution().names.text(name));
    const ConfigurationVariable* configured =
        executor.execution().inventory.find(executor.context().server, key);
    if (configured == nullptr) return std::nullopt;
    if (!configured->is_evaluated || !configured->value.is_text()) return configured->value;
    const Expression& text =
        executor.execution().interpreter.text(configured->value.text(), executor, at);
    const Replaced<int> deeper(executor.scope().calls, executor.scope().calls + 1);
    if (executor.scope().calls > max_calls)
        executor.raise("too deep: " + key + " refers to itself", at);
    return evaluate(text, executor);
}

const Value& element(const Value& container, const std::string& key, Executor& executor, Span at) {
    if (container.sign() == Sign::map) {
        if (const Value* found = container.map().find(key)) return *found;
        executor.raise("the map has no key '" + key + "'", at);
    }
    if (container.is_text()) executor.raise("an index needs a vector or a map", at);
    const std::size_t index = index_in(key, executor, at);
    if (index >= container.items().size()) {
        executor.raise(
            "index " + key + " is out of range: the vector has " +
                std::to_string(container.items().size()) + " items",
            at
        );
    }
    return container.items()[index];
}

Value& element_to_set(Value& container, const std::string& key, Executor& executor, Span at) {
    if (container.sign() == Sign::map) return container.own_map().at(key);
    if (container.is_text()) executor.raise("an index needs a vector or a map", at);
    const std::size_t index = index_in(key, executor, at);
    if (index >= max_vector_length) executor.raise("index " + key + " is out of range", at);
    return container.own_item(index);
}

Value evaluate(const Expression& expression, Executor& executor) {
    Value value = std::visit(
        [&](const auto& content) { return value_of(content, executor); }, expression.content
    );
    for (const Expression& index : expression.indexes) {
        const std::string key = evaluate_text(index, executor);
        value = Value(element(value, key, executor, expression.span));
    }
    return value;
}

std::string evaluate_text(const Expression& expression, Executor& executor) {
    Value value = evaluate(expression, executor);
    if (!value.is_text())
        executor.raise(
            "'" + std::string(expression.span.text()) + "' needs a scalar: it is a " +
                std::string(noun_of(value.sign())),
            expression.span
        );
    return std::move(value.own_text());
}

namespace {

Value with_sign(Sign sign, Value value, const Expression& expression, Executor& executor) {
    if (value.sign() == sign) return value;
    executor.raise(
        "'" + std::string(expression.span.text()) + "' is a " + std::string(noun_of(value.sign())) +
            ": this needs a " + std::string(noun_of(sign)),
        expression.span
    );
}

} // namespace

Value evaluate_as(Sign sign, const Expression& expression, Executor& executor) {
    return with_sign(sign, evaluate(expression, executor), expression, executor);
}

Value* find_assigned(const VariableName& variable, Place place, Variables& variables) {
    switch (place) {
    case Place::nearest: return variables.find(variable.sign, variable.name);
    case Place::local: return variables.find_local(variable.sign, variable.name);
    case Place::global: return variables.find_global(variable.sign, variable.name);
    }
    return nullptr;
}

Value evaluate_to_assign(
    const VariableName& variable, Place place, const Expression& expression, Executor& executor
) {
    const auto* call = std::get_if<Call>(&expression.content);
    if (call == nullptr || !expression.indexes.empty())
        return evaluate_as(variable.sign, expression, executor);
    FunctionCall evaluated = with_arguments(*call, executor);
    evaluated.assign_to(find_assigned(variable, place, executor.scope().variables));
    Value value = result_of(*call, evaluated, executor);
    return with_sign(variable.sign, std::move(value), expression, executor);
}

bool is_true(const Condition& condition, Executor& executor) {
    const auto part_is_true = [&](const Condition& part) { return is_true(part, executor); };
    switch (condition.kind) {
    case Condition::Kind::test: {
        const Value value = evaluate(condition.operands.front(), executor);
        return value.is_text() && lower_case(value.text()) == "true";
    }
    case Condition::Kind::equal:
    case Condition::Kind::unequal: {
        const Value left = evaluate(condition.operands.front(), executor);
        const Value right = evaluate(condition.operands.back(), executor);
        return (left == right) == (condition.kind == Condition::Kind::equal);
    }
    case Condition::Kind::and_: return std::ranges::all_of(condition.parts, part_is_true);
    case Condition::Kind::or_: return std::ranges::any_of(condition.parts, part_is_true);
    case Condition::Kind::not_: return !part_is_true(condition.parts.front());
    }
    return false;
}

} // namespace vow::otterscript
