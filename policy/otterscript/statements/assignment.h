#pragma once

#include "policy/otterscript/run/executor.h"

namespace vow::otterscript {

/// `set`: assigns a variable, or an item of one.
void run_set(const Set& set, Executor& executor);

/// Assigns a variable, as `set` does. `at` is the place of the value.
void assign(const VariableName& variable, Place place, Value value, Executor& executor, Span at);

} // namespace vow::otterscript
