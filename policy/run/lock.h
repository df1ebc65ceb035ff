#pragma once

#include "policy/run/world.h"

namespace vow {

/// Takes a lock; while another agent holds it, waits until `until` for it. Waits by the world's
/// keeper, so that pending promises and other tasks go on.
LockAnswer wait_for_lock(
    World& world, LockName name, const LockTerms& terms, PromiseKeeper::Clock::time_point until
);

} // namespace vow
