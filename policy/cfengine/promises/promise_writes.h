#pragma once

#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

/// How a promise is kept while others may be pending.
enum class Joining {
    alone,     ///< after all others, and before the next
    undecided, ///< none is pending, and it is not known yet whether its module lets it stay so
    together   ///< it stays pending while the next are evaluated
};

/// Decides it: together if the policy, the host, the command line or its module lets promises of
/// its type overlap, and no class that it defines can end the run or the bundle.
Joining joining_of(PromiseRound& round, const PromiseType& type);

/// Whether promises of a section overlap only each other, in a run in which bundled types overlap:
/// what they do is not limited to files that they name.
bool may_affect_all(const RunState& run, const Section& section);

/// The parts of the evaluation that the outcome of the promise may change, and the files that it
/// names.
PendingPromises::Writes writes_of(PromiseRound& round, const Promise& promise);

} // namespace vow::cfengine
