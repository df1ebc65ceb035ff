#pragma once

#include "policy/otterscript/run/executer.h"

namespace vow::otterscript {

/// Runs an operation as the pass requires, and sets the variables of its outputs.
void run_action(const Action& action, Executer& executer);

} // namespace vow::otterscript
