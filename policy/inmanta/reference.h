#pragma once

#include "policy/run/reference_entry.h"

#include <vector>

namespace vow::inmanta {

/// The plug-ins that are built in, sorted by name: for listings.
std::vector<FunctionDescription> plugin_descriptions();

/// The statements, the types and entities of the models that are built in, the plug-ins, and the
/// entities that stand for promises of `types`.
std::vector<ReferenceEntry> reference_entries(const TypeDescriptions& types);

} // namespace vow::inmanta
