#pragma once

#include "policy/inmanta/types/model.h"

namespace vow::inmanta {

// The steps of define_types() that are about entities, in this order. All throw ModelError.

/// Declares all entities and sets their parents.
void define_entities(Model& model);
/// Adds the plain attributes.
void define_attributes(Model& model);
void define_relation(Namespace& space, const RelationDefinition& relation, const Place& place);
/// Collects the attributes, defaults, indexes and implementations that entities inherit.
void complete_entities(Model& model);

} // namespace vow::inmanta
