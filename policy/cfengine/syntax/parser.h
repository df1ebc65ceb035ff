#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// Parses one policy file. After a syntax error it continues at the next promise or block, so that
/// one run reports further errors; the tree then holds the parts that could be read. Throws
/// Cancelled once `stop` has a signal, which each token checks; null: no signal ends it.
ast::File parse(const SourceText& source, Diagnostics& diagnostics, const Stop* stop = nullptr);

} // namespace vow::cfengine
