#pragma once

#include "policy/run/world.h"
#include "policy/skopos/actions/step_result.h"

namespace vow::skopos {

/// Keeps the promise of a step: `promiser` of the arguments, with the others as attributes. In a
/// dry run a promise that only warns passes. Throws StepFailure without a promiser.
StepResult
keep_promise(World& world, const PromiseType& type, const Data& arguments, Origin origin);

} // namespace vow::skopos
