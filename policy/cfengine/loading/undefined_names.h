#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/cfengine/run/variables.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// Warns about variables, lists and handles that promises refer to and nothing defines, with the
/// nearest name. `variables` are those that are known before the policy runs.
///
/// Names that are built from other variables, that a module or a function may define, or whose
/// definition the policy tests with isvariable() are accepted.
void warn_of_undefined_names(
    const Program& program, Variables& variables, Diagnostics& diagnostics
);

} // namespace vow::cfengine
