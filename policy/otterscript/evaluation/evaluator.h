#pragma once

#include "policy/otterscript/run/executor.h"
#include "policy/otterscript/syntax/tree.h"

#include <string>

namespace vow::otterscript {

/// The value of a literal. Raises errors in the executor.
Value evaluate(const Expression& expression, Executor& executor);
/// The value of a literal that must be a scalar.
std::string evaluate_text(const Expression& expression, Executor& executor);
/// The value of a literal that must have this sign.
Value evaluate_as(Sign sign, const Expression& expression, Executor& executor);
/// The same for `set`: `set @l = @ListSet(@l, ..)` changes the list in place.
Value evaluate_to_assign(
    const VariableName& variable, Place place, const Expression& expression, Executor& executor
);
/// The variable that `set` assigns; null if it is not declared.
Value* find_assigned(const VariableName& variable, Place place, Variables& variables);
bool is_true(const Condition& condition, Executor& executor);

/// A variable by its name in lower case: a runtime one, or else one of the configuration. nullopt
/// if it is not declared.
std::optional<Value> find_variable(Sign sign, Symbol name, Executor& executor, Span at);

/// The element at an index or key. Raises an error if there is none.
const Value& element(const Value& container, const std::string& key, Executor& executor, Span at);
/// The same to be assigned: a vector grows, a map gets the key.
Value& element_to_set(Value& container, const std::string& key, Executor& executor, Span at);

} // namespace vow::otterscript
