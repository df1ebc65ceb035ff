#include "policy/run/keep.h"

#include "policy/run/in_order.h"

namespace vow {
namespace {

Outcome keep_alone(World& world, Promise promise, EventOptions options) {
    Outcome outcome;
    InOrder order(world.observer, world.keeper);
    const auto each = [&](Outcome came) { outcome = std::move(came); };
    order.wait_for(order.start(std::move(promise), each, options));
    return outcome;
}

} // namespace

Outcome keep(World& world, Promise promise, Handled handled) {
    return keep_alone(world, std::move(promise), {.handled = handled});
}

Outcome keep_part(World& world, Promise promise) {
    return keep_alone(world, std::move(promise), {.ends = EventOptions::Ends::left_to_caller});
}

} // namespace vow
