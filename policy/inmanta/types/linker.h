#pragma once

#include "policy/inmanta/types/plugin.h"

namespace vow::inmanta {

/// Resolves the names of entities and plugins in all statements, and finds the variables and the
/// expected assignments of their blocks. Throws ModelError.
void link(Model& model, const Plugins& plugins);

} // namespace vow::inmanta
