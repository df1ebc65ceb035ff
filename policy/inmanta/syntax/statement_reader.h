#pragma once

#include "policy/inmanta/syntax/token_stream.h"
#include "policy/inmanta/syntax/tree.h"

namespace vow::inmanta {

/// An assignment, a loop, a condition or an expression.
Statement read_statement(TokenStream& tokens);
/// Statements up to "end", which is taken.
Block read_block(TokenStream& tokens);

} // namespace vow::inmanta
