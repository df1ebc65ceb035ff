#pragma once

#include "policy/inmanta/export/resource.h"
#include "policy/source/diagnostic.h"

#include <vector>

namespace vow::inmanta {

/// Warns of resources of one agent that want different things at one path, such as a file and a
/// directory.
void check_conflicts(const std::vector<Resource>& resources, Diagnostics& diagnostics);

} // namespace vow::inmanta
