#pragma once

#include "policy/otterscript/run/executor.h"

namespace vow::otterscript {

/// Runs an operation as the pass requires, and sets the variables of its outputs.
void run_action(const Action& action, Executor& executor);

} // namespace vow::otterscript
