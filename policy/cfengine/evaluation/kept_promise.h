#pragma once

#include "policy/cfengine/evaluation/promise_run.h"

#include <string>

namespace vow::cfengine {

/// The attributes of a round that are for its keeper.
struct Resolved {
    Attributes attributes = {};
    std::string unresolved = {}; ///< what still holds a reference; empty: nothing
    bool failed = false;         ///< a function could not answer
};

Resolved resolved_attributes(PromiseRound& round);

/// Has the round kept by whoever keeps such promises; result classes are defined before it returns.
Outcome keep_round(PromiseRound& round, const PromiseType& type, Attributes attributes);

} // namespace vow::cfengine
