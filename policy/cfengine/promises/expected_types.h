#pragma once

#include "policy/cfengine/run/run_state.h"

namespace vow::cfengine {

/// Tells the keeper which custom types the sections after this one of a bundle seem to need, so
/// that their modules start while others work. Evaluates nothing that could have an effect, waits
/// for nothing, and changes nothing if it is wrong.
void expect_types_after(RunState& run, Frame& frame, const Section& section);

} // namespace vow::cfengine
