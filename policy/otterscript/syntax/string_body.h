#pragma once

#include "policy/otterscript/syntax/cursor.h"

#include <optional>

namespace vow::otterscript {

/// Reads a string up to its own end, whatever is in it: "..", '..', or a swim string
/// `>fish>..>fish>` (section 1.1 of the language). Returns what is between its ends; nullopt if no
/// such string begins at the cursor, which then stays there. Adds a diagnostic to one that is not
/// closed, and throws SyntaxFault.
std::optional<Span> read_string_body(Cursor& cursor);

} // namespace vow::otterscript
