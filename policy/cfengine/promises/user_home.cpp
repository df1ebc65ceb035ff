#include "policy/cfengine/promises/bundle_call.h"
#include "policy/cfengine/promises/bundle_run.h"
#include "policy/cfengine/promises/follower.h"
#include "policy/cfengine/promises/kept_promise.h"
#include "policy/run/promise_call.h"

namespace vow::cfengine {
namespace {

constexpr std::string_view home_bundle = "home_bundle";
constexpr std::string_view home_bundle_inherit = "home_bundle_inherit";

/// The attributes for the module.
Attributes without_home(const Attributes& attributes) {
    Attributes rest;
    for (const auto& [name, value] : attributes) {
        if (name != home_bundle && name != home_bundle_inherit) rest.set(name, value);
    }
    return rest;
}

void call_home_bundle(PromiseRound& round, const BundleUse& use) {
    RunState& run = round.run();
    const std::string name = round.expander().text(use.name).text;
    const Bundle* bundle = find_callable(round, name);
    if (bundle == nullptr) return reject_missing_bundle(round, name);
    auto arguments = arguments_of(round.expander(), *bundle, use.arguments);
    if (!arguments) return;
    Frame called{
        .bundle = *bundle,
        .caller = &round.frame(),
        .inherit = round.is_true(home_bundle_inherit) ? Inherit::classes : Inherit::nothing,
        .promiser = round.promiser(),
        .depth = round.frame().depth + 1};
    called.is_assumed = run.expected.is_assumed();
    call_bundle(run, called, std::move(arguments->values));
    if (called.verdicts.worst() <= Verdict::repaired) return;
    run.log(
        LogLevel::error,
        "Home bundle '" + name + "' of user '" + round.promiser() + "' failed in some repairs"
    );
}

} // namespace

bool fills_home(const PromiseRound& round) {
    const PromiseStatement& statement = round.statement();
    return round.type() == "users" && (statement.find(home_bundle) != nullptr ||
                                       statement.find(home_bundle_inherit) != nullptr);
}

Outcome keep_with_home(PromiseRound& round, Promise promise) {
    World& world = round.run().world;
    promise.attributes = without_home(promise.attributes);
    const bool is_new = !world.host.user(round.promiser());
    Outcome outcome = keep(world, std::move(promise));
    const Expression* bundle = round.statement().find(home_bundle);
    const auto* use = bundle != nullptr ? boxed_if<BundleUse>(bundle->node) : nullptr;
    const bool was_created = is_new && outcome.result() == Verdict::repaired;
    if (was_created) world.keeper.note_change();
    if (was_created && use != nullptr) call_home_bundle(round, *use);
    const bool would_be_created = is_new && outcome.would_repair();
    if (would_be_created && use != nullptr)
        follow_repair(round, [&] { call_home_bundle(round, *use); });
    return outcome;
}

} // namespace vow::cfengine
