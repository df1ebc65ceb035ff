#pragma once

#include "policy/source/diagnostic.h"

#include <string>

namespace vow::agent {

/// A diagnostic as the reference prints it: FILE:LINE:COLUMN: error: MESSAGE, the line, and a caret
/// at the end of the span; `   error: MESSAGE` if it does not have a place.
std::string reference_text(const Diagnostic& diagnostic);

} // namespace vow::agent
