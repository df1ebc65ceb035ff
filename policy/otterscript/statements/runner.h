#pragma once

#include "policy/otterscript/run/executor.h"

#include <functional>

namespace vow::otterscript {

/// The global variables and the statements of a script; errors are thrown. `at_end` still sees its
/// variables.
void run_statements(
    const Script& script, Executor& executor, const std::function<void()>& at_end = {}
);

} // namespace vow::otterscript
