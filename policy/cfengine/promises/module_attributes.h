#pragma once

#include "policy/cfengine/promises/promise_round.h"

#include <string>

namespace vow::cfengine {

/// The attributes of a round that its module receives.
struct ModuleAttributes {
    Attributes attributes = {};
    /// The first part of the promise that still holds a reference, for messages; empty: none.
    std::string unresolved = {};
    bool has_failed_call = false; ///< a function returned nothing
};

/// Evaluates them. A module of a built-in type receives integers in plain digits, bodies without
/// their documentation, and no choice or number that still holds a reference: such an attribute
/// counts as not promised. Throws FatalError when a choice came out as a word it does not offer.
ModuleAttributes module_attributes(PromiseRound& round);

/// The attributes that the agent keeps to itself, evaluated as part of its identity. Calls are not
/// made again: one in a condition was true, or the promise would not be made.
Attributes agent_attributes(PromiseRound& round);

} // namespace vow::cfengine
