#pragma once

#include "policy/source/diagnostic.h"

#include <string>

namespace vow::agent {

/// A diagnostic as the reference prints it: FILE:LINE:COLUMN: error: MESSAGE, the line, and a caret
/// where the span ends. Without a place: `   error: MESSAGE`.
std::string reference_text(const Diagnostic& diagnostic);

} // namespace vow::agent
