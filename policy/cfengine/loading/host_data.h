#pragma once

#include "policy/cfengine/run/run_state.h"

namespace vow::cfengine {

/// Reads the host-specific data (`data/host_specific.json` in the work folder), if there is any:
/// variables and unconditional classes, which augments do not override. They belong to the
/// namespace `data` unless their names have another. Logs and skips invalid definitions.
void read_host_data(RunState& run, Frame& frame);

} // namespace vow::cfengine
