#pragma once

#include "policy/otterscript/syntax/cursor.h"
#include "policy/otterscript/syntax/expression.h"

namespace vow::otterscript {

/// The kind of variable that a sign marks; any other character is like `$`.
Sign sign_of(char mark);

/// Reads the variable of a declaration or an assignment: `$name`, `@name`, `%name` or `${name}`.
/// Adds a diagnostic to a bad name, and throws SyntaxFault without one.
VariableName read_variable(Cursor& cursor);

/// Reads the variable of an expression, which must begin at the cursor. `-` and `_` at the end of
/// its name are text after it; a shorter name may be meant as well: see Reference.
Reference read_reference_name(Cursor& cursor);

} // namespace vow::otterscript
