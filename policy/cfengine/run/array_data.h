#pragma once

#include "policy/cfengine/run/variables.h"

#include <optional>
#include <span>
#include <string>

namespace vow::cfengine {

/// The elements of a CFEngine array whose keys begin with `indices`, as an object of objects in the
/// order they were first defined; none when there are none.
std::optional<Data> array_data(const Slot& slot, std::span<const std::string> indices);

} // namespace vow::cfengine
