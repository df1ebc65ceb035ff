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

/// Completes the attributes of a files promise by those that `body agent control` sets for all.
void complete_file_attributes(PromiseRound& round, Attributes& attributes);

/// The same for a promise of an edit bundle.
void complete_edit_attributes(PromiseRound& round, Attributes& attributes);

/// Completes the attributes of a `packages` promise. A promise without attributes of a package
/// method gets the body `package_module` of common control, if it names none; the others get the
/// `package_method` called generic. The program of a package module is
/// WORK/modules/packages/NAME, unless its body names one. For the reference, which does not keep
/// packages without a body, a body that is not defined is an empty one.
void complete_package_bodies(PromiseRound& round, Attributes& attributes);

/// Has the package modules of `package_inventory` bring their stored lists up to date, at the end
/// of a run. The variables of the frame's bundle can be used in their bodies.
void update_package_inventory(RunState& run, Frame& frame);

} // namespace vow::cfengine
