#pragma once

#include "policy/cfengine/run/run_state.h"
#include "policy/run/source_reader.h"
#include "policy/source/diagnostic.h"

#include <string>
#include <vector>

namespace vow::cfengine {

/// Reads the augments file next to a policy (def_preferred.json or def.json), if there is one:
/// variables, classes, further augments. Returns the inputs that they name. `sources` receives the
/// files, for the diagnostics that point into them.
std::vector<std::string> read_augments(
    const std::string& folder,
    RunState& run,
    Frame& frame,
    Sources& sources,
    Manner manner,
    Diagnostics& diagnostics
);

} // namespace vow::cfengine
