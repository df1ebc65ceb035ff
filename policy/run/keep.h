#pragma once

#include "policy/run/world.h"

namespace vow {

/// Keeps a promise and waits for its outcome: InOrder with one promise. Observers receive the log
/// lines up to the run's level or, if that is more verbose, the promise's own.
Outcome keep(World& world, Promise promise, Handled handled = Handled::no);

/// Like keep(), for a promise that is kept in several parts: the caller sends PromiseStarted and
/// PromiseDone.
Outcome keep_part(World& world, Promise promise);

} // namespace vow
