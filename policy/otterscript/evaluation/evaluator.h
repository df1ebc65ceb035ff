#pragma once

#include "policy/otterscript/run/executer.h"

#include <string>

namespace vow::otterscript {

/// The value of a literal. Raises errors in the executer.
Value evaluate(const Expression& expression, Executer& executer);
/// The value of a literal that must be a scalar.
std::string evaluate_text(const Expression& expression, Executer& executer);
/// The value of a literal that must have this sign.
Value evaluate_as(Sign sign, const Expression& expression, Executer& executer);
bool is_true(const Condition& condition, Executer& executer);

/// A variable by its name in lower case: a runtime one, or else one of the configuration. nullopt
/// if it is not declared.
std::optional<Value> find_variable(Sign sign, Symbol name, Executer& executer, Span at);

/// The element at an index or key. Raises an error if there is none.
const Value& element(const Value& container, const std::string& key, Executer& executer, Span at);
/// The same to be assigned: a vector grows, a map gets the key.
Value& element_to_set(Value& container, const std::string& key, Executer& executer, Span at);

} // namespace vow::otterscript
