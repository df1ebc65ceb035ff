#pragma once

#include "policy/run/reference_entry.h"

#include <vector>

namespace vow::otterscript {

/// The functions with their signs, then the operations, both by name: for listings.
std::vector<FunctionDescription> descriptions();

/// The statements, operations and functions, and the operations that keep promises of `types`.
std::vector<ReferenceEntry> reference_entries(const TypeDescriptions& types);

} // namespace vow::otterscript
