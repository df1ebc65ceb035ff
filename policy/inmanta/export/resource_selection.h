#pragma once

#include "policy/inmanta/export/resource.h"

#include <span>
#include <string>
#include <vector>

namespace vow::inmanta {

/// A part of a model that is deployed alone. `chosen` and `needed` borrow from `resources`.
struct ResourceSelection {
    std::vector<Resource> resources; ///< in the order of the model
    std::vector<const Resource*> chosen;
    std::vector<const Resource*> needed; ///< the resources that those require
};

/// The resources that `only` names by FILE:LINE, id or entity, and those that they require. Those
/// come after what they require, as in the model. Throws OptionError for a name that no resource
/// has.
ResourceSelection select_resources(std::vector<Resource> all, std::span<const std::string> only);

} // namespace vow::inmanta
