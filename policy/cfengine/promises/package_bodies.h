#pragma once

#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

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
