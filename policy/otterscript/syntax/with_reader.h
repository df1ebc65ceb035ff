#pragma once

#include "policy/otterscript/syntax/expression_reader.h"
#include "policy/otterscript/syntax/tree.h"

namespace vow::otterscript {

/// Reads the directives of a `with` statement, up to its block. Each may come once, in any order.
With read_directives(Cursor& cursor, ExpressionReader& literals);

/// Reads the TOKEN of an async block or a lock, and returns it in lower case.
std::string read_token(Cursor& cursor);

} // namespace vow::otterscript
