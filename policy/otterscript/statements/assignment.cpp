#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/run/written_promise.h"

namespace vow::otterscript {
namespace {

/// A scalar as it is; of others, which may grow in a loop, how many values they have.
std::string shown_value(const Value& value) {
    switch (value.sign()) {
    case Sign::scalar: return value.text();
    case Sign::vector: return std::to_string(value.items().size()) + " items";
    case Sign::map: return std::to_string(value.map().size()) + " keys";
    }
    return {};
}

void report(const VariableName& variable, const Value& value, Executor& executor, Span at) {
    Observer& observer = executor.observer();
    if (!observer.wants_details()) return;
    const std::string text = shown_value(value);
    const std::string name =
        mark_of(variable.sign) + std::string(executor.execution().names.text(variable.spelling));
    const Origin origin = origin_at(at);
    const Remarks none;
    observer.receive(VariableDefined{name, text, none, origin});
}

} // namespace

void assign(const VariableName& variable, Place place, Value value, Executor& executor, Span at) {
    if (value.sign() != variable.sign) {
        executor.raise(
            std::string(variable.span.text()) + " needs a " + std::string(noun_of(variable.sign)) +
                ", not a " + std::string(noun_of(value.sign())),
            at
        );
    }
    Variables& variables = executor.scope().variables;
    Value* found = find_assigned(variable, place, variables);
    const bool makes_global = place == Place::global ||
                              (place == Place::nearest &&
                               executor.execution().settings.new_variables == NewVariables::global);
    if (found == nullptr)
        found = makes_global ? &variables.make_global(variable) : &variables.make(variable);
    *found = std::move(value);
    report(variable, *found, executor, at);
}

void run_set(const Set& set, Executor& executor) {
    if (set.indexes.empty()) {
        Value value = evaluate_to_assign(set.variable, set.place, set.value, executor);
        return assign(set.variable, set.place, std::move(value), executor, set.value.span);
    }
    Value value = evaluate(set.value, executor);
    std::vector<std::string> keys;
    for (const Expression& index : set.indexes)
        keys.push_back(evaluate_text(index, executor));
    Value* place = find_assigned(set.variable, set.place, executor.scope().variables);
    const Span at = set.variable.span;
    if (place == nullptr) executor.raise(std::string(at.text()) + " is not declared", at);
    for (std::size_t next = 0; next + 1 < keys.size(); ++next) {
        element(*place, keys[next], executor, at); // it must exist
        place = &element_to_set(*place, keys[next], executor, at);
    }
    element_to_set(*place, keys.back(), executor, at) = std::move(value);
    report(set.variable, *place, executor, at);
}

} // namespace vow::otterscript
