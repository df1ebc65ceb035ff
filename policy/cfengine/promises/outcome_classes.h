#pragma once

#include "policy/cfengine/promises/promise_round.h"
#include "policy/cfengine/values/persistent_classes.h"

namespace vow::cfengine {

/// Defines and cancels the classes that the promise's `classes` body has for its verdicts
/// (semantics 8.8 to 8.10).
void define_outcome_classes(PromiseRound& round, const Verdicts& verdicts);

/// Makes a class outlive the run, until `minutes` from now.
void persist_class(
    PromiseRound& round, std::string_view name, long long minutes, TimerPolicy policy
);

} // namespace vow::cfengine
