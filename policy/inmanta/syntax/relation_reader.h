#pragma once

#include "policy/inmanta/syntax/token_stream.h"
#include "policy/inmanta/syntax/tree.h"

namespace vow::inmanta {

/// Reads a relation, in one of its two forms. Throws ModelError; warns of what is deprecated.
RelationDefinition read_relation(TokenStream& tokens, Diagnostics& diagnostics);

} // namespace vow::inmanta
