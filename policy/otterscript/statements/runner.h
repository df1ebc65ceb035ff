#pragma once

#include "policy/otterscript/run/executer.h"

#include <functional>

namespace vow::otterscript {

/// The global variables and the statements of a script; errors are thrown. `at_end` still sees its
/// variables.
void run_statements(
    const Script& script, Executer& executer, const std::function<void()>& at_end = {}
);

} // namespace vow::otterscript
