#pragma once

#include "policy/cfengine/expansion/expander.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::cfengine {

/// The values a call gives a bundle's parameters: texts, and lists or containers handed on whole by
/// `@(name)` or a call. None, with the error logged, when the number is wrong.
std::optional<std::vector<Value>>
arguments_of(Expander& expander, const Bundle& bundle, const std::vector<Expression>& arguments);

/// Logs each `@(name)` among the arguments that names nothing: the parameter is then the text as it
/// is written (semantics 10.3).
void tell_missing_lists(
    Expander& expander, const Bundle& bundle, const std::vector<Expression>& arguments
);

/// Runs a bundle with its parameters bound; they are gone when it returns (semantics 15.1).
void call_bundle(Evaluation& evaluation, Frame& frame, std::vector<Value> arguments);

} // namespace vow::cfengine
