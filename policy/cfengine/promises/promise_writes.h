#pragma once

#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

/// Whether promises of this type may be pending while the next are evaluated: their keeper takes
/// several at once, and no class that they define can end the run or the bundle.
bool may_stay_pending(PromiseRound& round, const PromiseType& type);

/// The parts of the evaluation that the outcome of the promise may change.
PendingPromises::Writes writes_of(PromiseRound& round);

} // namespace vow::cfengine
