#pragma once

#include "policy/inmanta/export/resource.h"
#include "policy/source/diagnostic.h"

#include <vector>

namespace vow::inmanta {

/// Checks the names that programs will get (NameGrammar) of resources. When a model is deployed,
/// the module refuses a wrong one, for that resource alone.
void check_resources(const std::vector<Resource>& resources, Diagnostics& diagnostics);

} // namespace vow::inmanta
