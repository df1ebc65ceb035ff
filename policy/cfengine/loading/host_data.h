#pragma once

#include "policy/cfengine/loading/loaded_policy.h"
#include "policy/run/source_reader.h"

namespace vow::cfengine {

/// Reads the host-specific data (`data/host_specific.json` in the work folder), if there is any:
/// variables and unconditional classes, which augments do not override. They belong to the
/// namespace `data` unless their names have another. Mistakes are errors of the policy; the
/// reference only logs them. `sources` receives the file, for the diagnostics that point into it.
void read_host_data(
    LoadedPolicy& policy, const Manner& manner, Sources& sources, Diagnostics& diagnostics
);

} // namespace vow::cfengine
