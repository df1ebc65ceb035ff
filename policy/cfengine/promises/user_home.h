#pragma once

#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

/// Whether a bundle is promised for the home directory of a new user.
bool fills_home(const PromiseRound& round);

/// Keeps such a `users` promise, and calls the bundle if the account did not exist before. An error
/// in the bundle is logged; the account counts as created (host types, 5.3).
Outcome keep_with_home(PromiseRound& round, Promise promise);

} // namespace vow::cfengine
