#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/statements/statements.h"

namespace vow::otterscript {

void assign(const VariableName& variable, Place place, Value value, Executor& executor, Span at) {
    if (value.sign() != variable.sign) {
        executor.raise(
            std::string(variable.span.text()) + " needs a " + std::string(noun_of(variable.sign)) +
                ", not a " + std::string(noun_of(value.sign())),
            at
        );
    }
    Variables& variables = executor.scope().variables;
    const bool is_global = place == Place::global;
    Value* found = is_global               ? variables.find_global(variable.sign, variable.name)
                   : place == Place::local ? variables.find_local(variable.sign, variable.name)
                                           : variables.find(variable.sign, variable.name);
    const bool makes_global =
        is_global || (place == Place::nearest &&
                      executor.execution().settings.new_variables == NewVariables::global);
    if (found == nullptr)
        found = makes_global ? &variables.make_global(variable) : &variables.make(variable);
    *found = std::move(value);
}

void run_set(const Set& set, Executor& executor) {
    if (set.indexes.empty()) {
        Value value = evaluate_as(set.variable.sign, set.value, executor);
        return assign(set.variable, set.place, std::move(value), executor, set.value.span);
    }
    Value value = evaluate(set.value, executor);
    std::vector<std::string> keys;
    for (const Expression& index : set.indexes)
        keys.push_back(evaluate_text(index, executor));
    Variables& variables = executor.scope().variables;
    Value* place =
        set.place == Place::local    ? variables.find_local(set.variable.sign, set.variable.name)
        : set.place == Place::global ? variables.find_global(set.variable.sign, set.variable.name)
                                     : variables.find(set.variable.sign, set.variable.name);
    const Span at = set.variable.span;
    if (place == nullptr) executor.raise(std::string(at.text()) + " is not declared", at);
    for (std::size_t next = 0; next + 1 < keys.size(); ++next) {
        element(*place, keys[next], executor, at); // it must exist
        place = &element_to_set(*place, keys[next], executor, at);
    }
    element_to_set(*place, keys.back(), executor, at) = std::move(value);
}

} // namespace vow::otterscript
