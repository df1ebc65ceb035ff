#pragma once

#include "policy/run/world.h"

namespace vow {

/// Has a promise kept and waits for it. Log lines reach the observer as they come: those that the
/// run's level asks for, or the promise's own when that says more.
Outcome keep(World& world, const Promise& promise);

/// As keep(), of a promise that is kept in several parts: the observer is not told that it began
/// and ended. Whoever asks for the parts does that.
Outcome keep_part(World& world, const Promise& promise);

} // namespace vow
