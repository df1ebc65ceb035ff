#pragma once

#include "policy/run/world.h"

namespace vow {

/// Keeps a promise and waits for its outcome: InOrder with one promise. Observers receive the log
/// lines that the run's level asks for, or the promise's own where that asks for more.
Outcome keep(World& world, Promise promise, Handled handled = Handled::no);

/// As keep(), of a promise that is kept in several parts: the caller sends PromiseStarted and
/// PromiseDone.
Outcome keep_part(World& world, Promise promise);

} // namespace vow
