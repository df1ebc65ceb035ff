#include "policy/skopos/actions/promise_action.h"

#include "policy/run/promise_call.h"
#include "policy/skopos/values/step_scope.h"
#include "protocol/data/conversion.h"

namespace vow::skopos {

StepResult
keep_promise(World& world, const PromiseType& type, const Data& arguments, Origin origin) {
    const Data* promiser = arguments.find("promiser");
    if (promiser == nullptr || promiser->is_container())
        throw StepFailure("the arguments have no promiser");
    Promise promise{
        .type = &type,
        .promiser = std::string(promiser->text()),
        .origin = std::move(origin),
        .terms = {.policy = world.options.policy}};
    for (const auto& [name, value] : arguments.members()) {
        const bool is_attribute = name != "promiser" && value.kind() != Data::Kind::null;
        if (is_attribute) promise.attributes.set(name, plain_value(value));
    }
    const KeptCall kept = keep_for_language(world, std::move(promise), {});
    if (kept.is_kept() || kept.has_changed()) return {};
    if (world.stop.signal() != 0) return {.kind = StepResult::Kind::interrupted};
    return StepResult::failure(std::string(text_of(kept.outcome.result())));
}

} // namespace vow::skopos
