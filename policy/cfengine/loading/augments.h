#pragma once

#include "policy/cfengine/loading/loaded_policy.h"
#include "policy/run/source_reader.h"
#include "policy/source/diagnostic.h"

#include <string>
#include <vector>

namespace vow::cfengine {

/// Reads the augments file next to a policy (def_preferred.json or def.json), if any: variables,
/// classes, further augments. Returns the inputs that they name. `sources` receives the files, for
/// the diagnostics that point into them.
std::vector<std::string> read_augments(
    const std::string& folder,
    LoadedPolicy& policy,
    const Manner& manner,
    Sources& sources,
    Diagnostics& diagnostics
);

} // namespace vow::cfengine
