#pragma once

#include "policy/source/diagnostic.h"
#include "protocol/data/data.h"

namespace vow {

/// A diagnostic as JSON for editors: path, begin and end (line and column, counted from 1; the end
/// is past the last byte), severity, kind, message, and, if it has them, hint, notes and cause. A
/// note and a cause have a message and a place of their own. Path, begin and end are left out if
/// the place is unknown.
Data data_of(const Diagnostic& diagnostic);

} // namespace vow
