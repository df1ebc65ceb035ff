#pragma once

#include "policy/otterscript/run/executer.h"

namespace vow::otterscript {

/// `set`: assigns a variable, or an item of one.
void run_set(const Set& set, Executer& executer);

/// Assigns a variable, as `set` does. `at` is the place of the value.
void assign(const VariableName& variable, Place place, Value value, Executer& executer, Span at);

} // namespace vow::otterscript
