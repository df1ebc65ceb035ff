#include "policy/cfengine/promises/bundle_call.h"

#include "policy/cfengine/promises/bundle_run.h"
#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/follower.h"
#include "policy/cfengine/promises/module_attributes.h"
#include "policy/cfengine/promises/promise_lock.h"

namespace vow::cfengine {
namespace {

/// Deeper nesting means that a bundle calls itself without end.
constexpr int max_call_depth = 10'000;

void check_depth(PromiseRound& round, const Bundle& bundle) {
    if (round.frame().depth < max_call_depth) return;
    throw FatalError{
        "Bundle '" + bundle.name + "' is called " + std::to_string(max_call_depth) +
            " calls deep: does it call itself?",
        round.statement().span};
}

/// Calls of one bundle with equal arguments are one promise, if they have equal attributes.
Attributes identifying_attributes(PromiseRound& round, const BundleCall& call) {
    Attributes attributes = agent_attributes(round);
    attributes.set("usebundle", call.name);
    int number = 0;
    for (const std::string& argument : call.arguments.identities)
        attributes.set(std::to_string(number++), argument);
    return attributes;
}

void hand_back_results(PromiseRound& round, Frame& called) {
    const auto array = round.text("useresult");
    const auto target = array ? round.expander().target(*array) : std::nullopt;
    if (!target) return;
    for (auto& [index, text] : called.results) {
        auto indices = target->indices;
        indices.push_back(index);
        round.run().variables.define(
            target->bundle, target->name, indices, {Value::string(text), {"source=bundle"}}
        );
    }
}

/// In a dry run, the warnings of the promises themselves are the plan.
LogLevel level_of_warnings(const RunState& run) {
    const bool plans = run.control.dry_run || run.world.options.policy == Terms::Policy::dry_run;
    const bool is_warned = !plans || run.control.manner.warns_of_repairs_in_dry_runs;
    return is_warned ? LogLevel::warning : LogLevel::verbose;
}

Outcome outcome_of(RunState& run, const Frame& called) {
    const std::string method = "Method '" + called.bundle.name + "' ";
    const Verdict worst = called.verdicts.worst();
    if (worst == Verdict::repaired) run.log(LogLevel::verbose, method + "invoked repairs");
    if (worst <= Verdict::repaired) return Outcome::of(worst);
    if (called.failed)
        run.log(LogLevel::error, method + "failed in some repairs");
    else
        run.log(level_of_warnings(run), method + "invoked repairs, but only warnings promised");
    return called.failed ? Outcome::of(Verdict::not_kept) : Outcome::warned();
}

/// The promises of the bundle could do nothing with a reference that a later pass may resolve.
bool waits_for_arguments(PromiseRound& round, const CallArguments& arguments) {
    return !arguments.resolved && !round.run().control.manner.calls_with_open_arguments &&
           !round.is_last_pass();
}

Frame frame_of(PromiseRound& round, const BundleCall& call) {
    return {
        .bundle = call.bundle,
        .caller = &round.frame(),
        .inherit = round.is_true("inherit") ? Inherit::classes : Inherit::nothing,
        .promiser = round.promiser(),
        .depth = round.frame().depth + 1};
}

void call_in(PromiseRound& round, Frame& called, BundleCall call) {
    RunState& run = round.run();
    log_missing_lists(run, call.bundle, call.arguments);
    run.variables.forget_arrays(call.bundle.qualified);
    call_bundle(run, called, std::move(call.arguments.values));
}

/// The promises of the bundle follow; equal calls are followed once.
void follow_call(PromiseRound& round, std::uint64_t identity, BundleCall call) {
    Expectations& expected = round.run().expected;
    if (expected.cause() == nullptr || !expected.note_follower(identity)) return;
    Frame called = frame_of(round, call);
    called.is_assumed = true;
    call_in(round, called, std::move(call));
    expect_repair(round, called.repairs);
}

} // namespace

const Bundle* find_callable(PromiseRound& round, const std::string& name) {
    const Program& program = round.run().program;
    const std::string& space = round.frame().bundle.name_space;
    if (const Bundle* bundle = program.find_bundle("agent", name, space)) return bundle;
    return program.find_bundle("common", name, space);
}

void reject_missing_bundle(PromiseRound& round, const std::string& name) {
    RunState& run = round.run();
    if (run.expected.is_assumed()) return;
    run.log(
        LogLevel::error,
        "A method attempted to use a bundle '" + name + "' that was apparently not defined"
    );
    if (run.control.ignore_missing_bundles) return;
    throw FatalError{"Aborting due to missing bundle '" + name + "'", round.statement().span};
}

void keep_call(PromiseRound& round, BundleCall call) {
    check_depth(round, call.bundle);
    if (waits_for_arguments(round, call.arguments))
        return round.skip(SkipReason::unresolved, "argument");
    const std::uint64_t identity = round.identity(identifying_attributes(round, call));
    if (round.run().expected.is_assumed()) return follow_call(round, identity, std::move(call));
    if (!begin_once(round, identity)) return;
    const ActionTerms action = action_terms(round);
    auto lock = PromiseLock::take(round, identity, action);
    if (!lock) return;
    if (action.terms.only_warns()) {
        round.run().log(
            LogLevel::warning,
            "Bundle '" + call.name + "' should be invoked, but only a warning was promised!"
        );
        return conclude(round, Outcome::warned());
    }
    Frame called = frame_of(round, call);
    call_in(round, called, std::move(call));
    hand_back_results(round, called);
    const Outcome outcome = outcome_of(round.run(), called);
    expect_repair(round, called.repairs);
    conclude(round, outcome);
    log_result(round.run(), action.log, outcome.verdicts, action.terms);
    lock->note(outcome.verdicts);
}

} // namespace vow::cfengine
