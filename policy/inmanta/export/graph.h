#pragma once

#include "policy/inmanta/export/resource.h"

#include <vector>

namespace vow::inmanta {

/// The resources, each after those that it requires; of those that could be next, the one with the
/// smallest id. Throws ModelError if they require each other.
std::vector<Resource> in_order_of_requirements(std::vector<Resource> resources);

} // namespace vow::inmanta
