#pragma once

#include "policy/cfengine/run/evaluation.h"

namespace vow::cfengine {

/// Runs a bundle: its variables until they settle, then three passes over its promises in normal
/// order (semantics 1.2). Its verdicts are left in the frame.
void run_bundle(Evaluation& evaluation, Frame& frame);

/// Evaluates, before anything runs, the variables of the common bundles until they settle, and
/// their classes once (semantics 2.3, 2.4).
void pre_evaluate_common(Evaluation& evaluation, const std::deque<Bundle>& bundles);

/// Evaluates the variables of the agent bundles, called or not (semantics 2.1).
void pre_evaluate_agent(Evaluation& evaluation, const std::deque<Bundle>& bundles);

} // namespace vow::cfengine
