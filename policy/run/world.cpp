#include "policy/run/world.h"

#include <algorithm>

namespace vow {

Catalogue::Added Catalogue::add(PromiseType type) {
    const auto place = std::ranges::lower_bound(types_, type.name, {}, &PromiseType::name);
    if (place != types_.end() && place->name == type.name) return Added::name_taken;
    types_.insert(place, std::move(type));
    return Added::yes;
}

const PromiseType* Catalogue::find(std::string_view name) const {
    const auto place = std::ranges::lower_bound(types_, name, {}, &PromiseType::name);
    return place != types_.end() && place->name == name ? &*place : nullptr;
}

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
