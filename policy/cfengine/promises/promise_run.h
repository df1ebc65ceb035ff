#pragma once

#include "policy/cfengine/run/run_state.h"

namespace vow::cfengine {

/// Evaluates a promise of a running bundle, once for every round of its iteration. A failure is
/// logged, and ends the rounds of this promise only; FatalError and Aborted propagate.
void run_promise(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
);

/// Evaluates the attributes that call functions which affect variables. The reference agent
/// evaluates every attribute of every promise before the run; no other effect of that is kept.
void evaluate_attributes(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
);

} // namespace vow::cfengine
