#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// Reads one policy file. After a syntax error it goes on at the next promise or block, so that one
/// run shows what else is wrong; the tree then holds what could be read.
ast::File parse(const SourceText& source, Diagnostics& diagnostics);

} // namespace vow::cfengine
