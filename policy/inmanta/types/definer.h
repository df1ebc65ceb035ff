#pragma once

#include "policy/inmanta/types/model.h"

namespace vow::inmanta {

/// Defines all types, entities, relations, implementations and indexes of the loaded files, parents
/// first. Throws ModelError.
void define_types(Model& model);

} // namespace vow::inmanta
