#pragma once

#include "policy/cfengine/promises/promise_round.h"

#include <string>

namespace vow::cfengine {

/// The attributes of a round that its module receives.
struct ModuleAttributes {
    Attributes attributes = {};
    /// The first part of the promise that still holds a reference, for messages; may be empty.
    std::string unresolved = {};
    bool has_failed_call = false; ///< a function returned nothing
};

/// Evaluates them. A module of a built-in type receives integers in plain digits, bodies without
/// their documentation, and no choice or number that still holds a reference: such an attribute
/// counts as not promised. Throws FatalError when the value of a choice is not one of its words.
ModuleAttributes module_attributes(PromiseRound& round);

/// The attributes that the agent does not send to modules, evaluated as part of the identity.
/// Functions are not called again: those in a condition were true, or the promise would be skipped.
Attributes agent_attributes(PromiseRound& round);

} // namespace vow::cfengine
