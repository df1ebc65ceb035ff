#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// Parses one policy file. After a syntax error it continues at the next promise or block, so that
/// one run reports further errors; the tree then holds the parts that could be read.
ast::File parse(const SourceText& source, Diagnostics& diagnostics);

} // namespace vow::cfengine
