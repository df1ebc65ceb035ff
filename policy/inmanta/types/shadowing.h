#pragma once

#include "policy/inmanta/types/model.h"

namespace vow::inmanta {

/// Warns of each variable of a block that hides one of a block around it, in all files. The blocks
/// of implementations are inside that of their file.
void warn_of_shadowed_variables(const Model& model, Diagnostics& diagnostics);

} // namespace vow::inmanta
