#pragma once

#include "policy/cfengine/promises/promise_round.h"

#include <string_view>

namespace vow::cfengine {

// A dry run changes nothing, so that no class of a repair is defined, and the promises that wait
// for one are skipped. These functions find them: they remember the classes that repairs would
// define, and send PromiseFollows for each promise that one of those would let through. In a real
// run, and for observers that want no details, they do nothing.

/// Remembers the classes that the `classes` body has for a repair of this promise.
void expect_classes(PromiseRound& round);

/// For a promise that its guard holds back, before its rounds.
void note_follower(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
);
/// For a round that a guard with references holds back, or an `if`.
void note_follower(PromiseRound& round, std::string_view expression);
void note_follower(PromiseRound& round, const Expression& condition);

} // namespace vow::cfengine
