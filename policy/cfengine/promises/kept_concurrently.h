#pragma once

#include "policy/cfengine/promises/promise_run.h"

#include <cstdint>

namespace vow::cfengine {

/// Whether promises of this type may be under way while the next are evaluated: whoever keeps them
/// offers that, and none of them can abort anything.
bool may_run_concurrently(PromiseRound& round, const PromiseType& type);

/// Has a promise kept, while evaluation goes on with the next. What comes of it is passed on, and
/// its lock given back, in the order of the promises. `identity` is what keeps it from being made
/// twice.
void keep_concurrently(
    PromiseRound& round, const PromiseType& type, Attributes attributes, std::uint64_t identity
);

} // namespace vow::cfengine
