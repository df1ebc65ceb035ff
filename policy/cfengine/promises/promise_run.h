#pragma once

#include "policy/cfengine/run/run_state.h"

namespace vow::cfengine {

/// Evaluates a promise of a running bundle, once for every round of its iteration. A failure is
/// logged, and ends the rounds of this promise only; FatalError and Aborted propagate.
void run_promise(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
);

/// Evaluates the attribute `with` for its effect on the variables that it names. The reference
/// agent evaluates every attribute of every promise before the run; no other effect of that is
/// kept.
void evaluate_with(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
);

} // namespace vow::cfengine
