#pragma once

#include "policy/otterscript/syntax/expression_reader.h"

namespace vow::otterscript {

/// Reads the condition of an `if` statement, up to its block. `&&` comes before `||`, and `!`
/// covers a whole comparison (section 2 of the language).
Condition read_condition(Cursor& cursor, ExpressionReader& literals);

} // namespace vow::otterscript
