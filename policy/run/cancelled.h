#pragma once

#include "policy/run/world.h"

namespace vow {

/// Ends a cancelled task, or a run that a signal ends, by unwinding it from the place where it is.
/// Not derived from std::exception, so that code which catches errors does not catch it.
struct Cancelled {};

/// To be called in everything that can take long without keeping a promise: loops, evaluation.
inline void cancel_if_stopped(const Stop& stop) {
    if (stop.signal() != 0) throw Cancelled{};
}

} // namespace vow
