#include "policy/cfengine/promises/kept_promise.h"
#include "policy/run/promise_call.h"

#include <utility>

namespace vow::cfengine {
namespace {

Outcome keep_step(World& world, Promise& promise, const std::string& step) {
    promise.attributes.set("package_schedule", step);
    return keep_part(world, promise);
}

void finish(World& world, const Promise& promise, const Outcome& outcome, Completion& completion) {
    world.observer.receive(PromiseStarted{promise});
    world.observer.receive(PromiseDone{promise, outcome});
    completion.finish(outcome);
}

} // namespace

bool changes_in_bulk(const Promise& promise) {
    const AttributeValue* value = promise.attributes.find("package_method");
    const Data* body = value ? std::get_if<Data>(value) : nullptr;
    const Data* changes = body ? body->find("package_changes") : nullptr;
    return changes != nullptr && changes->text() == "bulk";
}

void keep_in_bulk(
    PromiseRound& round, Promise promise, const std::shared_ptr<Completion>& completion
) {
    RunState& run = round.run();
    run.pending.wait_for_all_pending();
    const Outcome scheduled = keep_step(run.world, promise, "add");
    if (!scheduled.verdicts.empty()) return finish(run.world, promise, scheduled, *completion);
    run.section_ends.emplace_back([&run, promise = std::move(promise), completion]() mutable {
        const Outcome outcome = keep_step(run.world, promise, "run");
        finish(run.world, promise, outcome, *completion);
    });
}

} // namespace vow::cfengine
