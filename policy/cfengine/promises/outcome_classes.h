#pragma once

#include "policy/cfengine/promises/promise_round.h"
#include "policy/cfengine/values/persistent_classes.h"

namespace vow::cfengine {

/// Defines and cancels the classes that the promise's `classes` body has for its verdicts
/// (semantics 8.8 to 8.10).
void define_outcome_classes(PromiseRound& round, const Verdicts& verdicts);

/// Whether the run is a plan in vow's own words. The reference takes a change that it must not make
/// for a failure, and defines classes for that.
bool plans_changes(const RunState& run);
/// Whether the promise only plans its change: it defines no classes, since it has not failed.
inline bool is_planned(PromiseRound& round, const Outcome& outcome) {
    return outcome.would_repair() && plans_changes(round.run());
}

/// Makes a class outlive the run, until `minutes` from now; later runs define it with the tags.
void persist_class(
    PromiseRound& round, std::string_view name, long long minutes, TimerPolicy policy, Tags tags
);

} // namespace vow::cfengine
