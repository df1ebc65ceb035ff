#pragma once

#include "policy/run/world.h"

namespace vow {

/// Has a promise kept and waits for it. Log lines reach the observer as they come, filtered by the
/// promise's own level.
Outcome keep(World& world, const Promise& promise);

} // namespace vow
