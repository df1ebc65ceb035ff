#pragma once

#include "policy/cfengine/evaluation/evaluation.h"

namespace vow::cfengine {

/// Runs a bundle: its variables until they settle, then three passes over its promises in normal
/// order (semantics 1.2). Its verdicts are left in the frame.
void run_bundle(Evaluation& evaluation, Frame& frame);

/// Evaluates variables, and of a common bundle classes as well, before anything runs (semantics 2).
void pre_evaluate(Evaluation& evaluation, const Bundle& bundle);

} // namespace vow::cfengine
