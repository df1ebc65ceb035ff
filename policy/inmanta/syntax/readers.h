#pragma once

#include "policy/inmanta/syntax/lexer.h"
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

/// Whether a text refers to a variable: "{{ name }}".
bool has_reference(std::string_view text);
/// A string with `{{name.attribute}}` in it, or a plain one.
ExpressionPtr read_string(const Token& token);
/// An f-string: `{name.attribute:specification}`.
ExpressionPtr read_format_string(const Token& token);

/// Reads a relation, in one of its two forms. Throws ModelError; warns of what is deprecated.
RelationDefinition read_relation(TokenStream& tokens, Diagnostics& diagnostics);

/// An assignment, a loop, a condition or an expression.
Statement read_statement(TokenStream& tokens);
/// Statements up to "end", which is taken.
Block read_block(TokenStream& tokens);

} // namespace vow::inmanta
