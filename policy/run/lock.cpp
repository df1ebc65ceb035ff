#include "policy/run/lock.h"

#include <algorithm>

namespace vow {

LockAnswer wait_for_lock(
    World& world, LockName name, const LockTerms& terms, PromiseKeeper::Clock::time_point until
) {
    constexpr std::chrono::milliseconds between_looks{100};
    while (true) {
        const LockAnswer answer = world.state.take_lock(name, terms);
        const auto now = world.keeper.now();
        const bool is_over = now >= until || world.stop.signal() != 0;
        if (answer != LockAnswer::held || is_over) return answer;
        world.keeper.wait(std::min(until, now + between_looks));
    }
}

} // namespace vow
