#pragma once

#include "policy/inmanta/types/model.h"

namespace vow::inmanta {

/// Warns of names and code in the main file of a model: variables that nothing reads,
/// implementations that nothing uses, and blocks that never run. Other files are modules, which
/// other models use.
void lint(const Model& model, Diagnostics& diagnostics);

} // namespace vow::inmanta
