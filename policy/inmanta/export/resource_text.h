#pragma once

#include "policy/inmanta/export/resource.h"

#include <span>
#include <string>

namespace vow::inmanta {

/// A list of JSON objects, one a line: the id, the agent, the fields, and the sorted ids of all
/// that it requires. An unknown field is "<<undefined>>".
std::string json_of(std::span<const Resource> resources);

/// A graph in Graphviz' language: an arrow leads from each resource to those that it requires. The
/// resources of an agent stand together.
std::string graph_of(std::span<const Resource> resources);

} // namespace vow::inmanta
