#pragma once

#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

/// Completes the attributes of a `packages` promise. A promise without attributes of a package
/// method gets the body `package_module` of common control, if it names none; the others get the
/// `package_method` called generic. The program of a package module is
/// WORK/modules/packages/NAME, unless its body names one.
void complete_package_bodies(PromiseRound& round, Attributes& attributes);

} // namespace vow::cfengine
