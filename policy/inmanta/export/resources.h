#pragma once

#include "policy/inmanta/export/resource.h"
#include "policy/source/diagnostic.h"

#include <span>
#include <string>
#include <vector>

namespace vow::inmanta {

/// The resources, each after those that it requires; of those that could be next, the one with the
/// smallest id. Throws ModelError if they require each other.
std::vector<Resource> in_order_of_requirements(std::vector<Resource> resources);

/// Checks the names that programs will get (NameGrammar) of resources. When a model is deployed,
/// the module refuses a wrong one, for that resource alone.
void check_resources(const std::vector<Resource>& resources, Diagnostics& diagnostics);

/// Warns of resources of one agent that want different things at one path, such as a file and a
/// directory.
void check_conflicts(const std::vector<Resource>& resources, Diagnostics& diagnostics);

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

/// A list of JSON objects, one a line: the id, the agent, the fields, and the sorted ids of all
/// that it requires. An unknown field is "<<undefined>>".
std::string json_of(std::span<const Resource> resources);

/// A graph in Graphviz' language: an arrow leads from each resource to those that it requires. The
/// resources of an agent stand together.
std::string graph_of(std::span<const Resource> resources);

} // namespace vow::inmanta
