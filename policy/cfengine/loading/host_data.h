#pragma once

#include "policy/cfengine/run/evaluation.h"

namespace vow::cfengine {

/// Reads the data that somebody keeps for this very host (`data/host_specific.json` in the work
/// folder), if there is any: variables and classes without conditions, which augments do not
/// override. They belong to the namespace `data` unless their names say else. What is wrong with
/// it is logged, and left out.
void read_host_data(Evaluation& evaluation, Frame& frame);

} // namespace vow::cfengine
