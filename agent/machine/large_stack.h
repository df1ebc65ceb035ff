#pragma once

#include <functional>

namespace vow::agent {

/// Calls `work` on a stack of several gigabytes, of which only what is used costs memory: policies
/// nest, and evaluation recurses with them. Exceptions come out as they would of a plain call.
/// Where the machine refuses such a reservation, a smaller one serves, at worst the usual stack.
void on_large_stack(const std::function<void()>& work);

} // namespace vow::agent
