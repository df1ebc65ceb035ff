#pragma once

#include "policy/inmanta/syntax/token_stream.h"
#include "policy/inmanta/syntax/tree.h"

namespace vow::inmanta {

/// Reads an expression. Throws ModelError.
ExpressionPtr read_expression(TokenStream& tokens);
/// A literal of any kind, as defaults of attributes have them.
ExpressionPtr read_constant(TokenStream& tokens);
/// "[", constants, "]".
ExpressionPtr read_constant_list(TokenStream& tokens);
/// A dict.
ExpressionPtr read_dict(TokenStream& tokens);
/// A constructor, an index look-up or what else begins with a class name.
ExpressionPtr read_class_expression(TokenStream& tokens, WrittenName type);

ExpressionPtr made(const Place& place, Expression::Node node);

} // namespace vow::inmanta
