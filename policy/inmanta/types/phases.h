#pragma once

#include "policy/inmanta/types/model.h"
#include "policy/inmanta/types/plugin.h"

namespace vow::inmanta {

/// Defines all types, entities, relations, implementations and indexes of the loaded files, parents
/// first. Throws ModelError; warnings go to the diagnostics.
void define_types(Model& model, Diagnostics& diagnostics);

/// Resolves the names of entities and plugins in all statements, and finds the variables and the
/// expected assignments of their blocks. Throws ModelError.
void link(Model& model, const Plugins& plugins);

/// Warns of each variable of a block that hides one of a block around it, in all files. The blocks
/// of implementations are inside that of their file.
void warn_of_shadowed_variables(const Model& model, Diagnostics& diagnostics);

// The steps of define_types() that are about entities, in this order. All throw ModelError.

/// Declares all entities and sets their parents.
void define_entities(Model& model);
/// Adds the plain attributes.
void define_attributes(Model& model);
void define_relation(Namespace& space, const RelationDefinition& relation, const Place& place);
/// Collects the attributes, defaults, indexes and implementations that entities inherit.
void complete_entities(Model& model);

/// Warns of names and code in the main file of a model: variables that nothing reads,
/// implementations that nothing uses, and blocks that never run. Other files are modules, which
/// other models use.
void lint(const Model& model, Diagnostics& diagnostics);

} // namespace vow::inmanta
