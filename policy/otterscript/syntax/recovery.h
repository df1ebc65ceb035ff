#pragma once

#include "policy/otterscript/syntax/cursor.h"

namespace vow::otterscript {

/// Moves from a mistake to where reading can go on: after the next `;` or block, or before the
/// brace that closes this one. At depth 0 there is none, and a brace is skipped.
void recover(Cursor& cursor, int depth);

} // namespace vow::otterscript
