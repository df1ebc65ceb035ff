#pragma once

#include "policy/run/world.h"

namespace vow {

/// Takes a lock; waits for it until `until` if another agent holds it. Waits through the world's
/// keeper, so that pending promises and other tasks go on.
///
/// It looks every 100 ms: the kernel reports that another process has released a lock only to a
/// thread that blocks in fcntl(), which neither a descriptor nor a cancellation could end.
LockAnswer wait_for_lock(
    World& world, LockName name, const LockTerms& terms, PromiseKeeper::Clock::time_point until
);

} // namespace vow
