#pragma once

#include "policy/inmanta/types/model.h"

namespace vow::inmanta {

/// Defines all types, entities, relations, implementations and indexes of the loaded files, parents
/// first. Throws ModelError; warnings go to the diagnostics.
void define_types(Model& model, Diagnostics& diagnostics);

} // namespace vow::inmanta
