#pragma once

#include "policy/inmanta/syntax/token.h"
#include "policy/inmanta/syntax/tree.h"

namespace vow::inmanta {

/// A string with `{{name.attribute}}` in it, or a plain one.
ExpressionPtr read_string(const Token& token);
/// An f-string: `{name.attribute:specification}`.
ExpressionPtr read_format_string(const Token& token);

} // namespace vow::inmanta
