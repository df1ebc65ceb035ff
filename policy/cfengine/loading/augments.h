#pragma once

#include "policy/cfengine/run/run_state.h"
#include "policy/source/diagnostic.h"

#include <string>
#include <vector>

namespace vow::cfengine {

/// Reads the augments file next to a policy (def_preferred.json or def.json), if there is one:
/// variables, classes, further augments. Returns the inputs that they name.
std::vector<std::string>
read_augments(const std::string& folder, RunState& run, Frame& frame, Diagnostics& diagnostics);

} // namespace vow::cfengine
