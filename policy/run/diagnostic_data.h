#pragma once

#include "policy/source/diagnostic.h"
#include "protocol/data/data.h"

namespace vow {

/// A diagnostic for editors: path, begin and end (line and column, counted from 1; the end is past
/// the last byte), severity, kind, message, and hint where there is one. Path and places are left
/// out when no place is known.
Data data_of(const Diagnostic& diagnostic);

} // namespace vow
