#pragma once

#include "policy/cfengine/promises/promise_run.h"

#include <string>

namespace vow::cfengine {

/// The attributes of a round that are for its keeper.
struct Resolved {
    Attributes attributes = {};
    std::string unresolved = {}; ///< what still holds a reference; empty: nothing
    bool failed = false;         ///< a function could not answer
};

Resolved resolved_attributes(PromiseRound& round);

/// The round as a promise to be kept.
Promise promise_of(PromiseRound& round, const PromiseType& type, Attributes attributes);

/// Has a promise of the round kept by whoever keeps such promises, the observer told; result
/// classes are defined before it returns.
Outcome keep_round(PromiseRound& round, const Promise& promise);

/// Defines what an outcome brings: the module's variables, and its result classes.
void take_in(PromiseRound& round, const Outcome& outcome);

/// As keep_round(), of one part of the promise.
Outcome keep_part_of(PromiseRound& round, const PromiseType& type, Attributes attributes);

} // namespace vow::cfengine
