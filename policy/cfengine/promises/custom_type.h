#pragma once

#include "policy/cfengine/promises/promise_run.h"

#include <string>
#include <variant>

namespace vow::cfengine {

/// Where a `promise agent` block leads under what is known now; or why nowhere.
std::variant<PromiseType, std::string> resolved(Expander& expander, const CustomType& custom);

/// The type of a round's promise: a built-in one, or where its `promise agent` block leads, its
/// variables resolved at the first need. Null pointer, with the error logged, when the type is not
/// defined, names no path, or its module does not exist.
const PromiseType* promise_type_of(PromiseRound& round);

} // namespace vow::cfengine
