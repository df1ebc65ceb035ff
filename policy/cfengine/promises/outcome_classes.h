#pragma once

#include "policy/cfengine/promises/promise_run.h"

namespace vow::cfengine {

/// Defines and cancels classes as the promise's `classes` body says for what came of it
/// (semantics 8.8 to 8.10).
void define_outcome_classes(PromiseRound& round, const Verdicts& verdicts);

/// The name a handle is known by: a dependant finds those of its own namespace only
/// (semantics 9.3).
std::string qualified_handle(const Bundle& bundle, std::string_view handle);

/// Makes a class outlive the run, `minutes` from now.
void persist_class(
    PromiseRound& round, std::string_view name, long long minutes, TimerPolicy policy
);

} // namespace vow::cfengine
