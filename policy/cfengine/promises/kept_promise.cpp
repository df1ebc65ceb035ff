#include "policy/cfengine/promises/kept_promise.h"

#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/custom_type.h"
#include "policy/cfengine/promises/follower.h"
#include "policy/cfengine/promises/module_attributes.h"
#include "policy/cfengine/promises/outcome_classes.h"
#include "policy/cfengine/promises/promise_lock.h"
#include "policy/cfengine/promises/promise_run.h"
#include "policy/cfengine/promises/withheld.h"

#include <memory>
#include <utility>

namespace vow::cfengine {
namespace {

/// Notifies observers, once per run, of a promise that no module can keep.
void leave_unkept(PromiseRound& round) {
    if (!round.run().kept.begin_once(round.identity({}))) return;
    const PromiseType type{std::string(round.type())};
    const Promise promise{
        .type = &type, .promiser = round.promiser(), .origin = round.expander().origin()};
    Observer& observer = round.run().world.observer;
    observer.receive(PromiseStarted{promise});
    observer.receive(PromiseDone{promise, Outcome::of(Verdict::not_kept)});
}

/// Null when no module can be found.
const PromiseType* type_step(PromiseRound& round) {
    const PromiseType* type = promise_type_of(round);
    if (type != nullptr) return type;
    round.expander().leave_open();
    leave_unkept(round);
    conclude(round, {Verdict::not_kept});
    return nullptr;
}

/// The reference sends unresolved references to its own promise types as text: a file called
/// "$(undefined)" is created. Only its name has vow do the same.
bool takes_references_as_text(PromiseRound& round) {
    return round.kind() != PromiseKind::custom &&
           round.run().control.manner.takes_references_as_text;
}

const char* remedy(PromiseRound& round) {
    if (round.run().control.manner.uses_words_of_reference) return "";
    return "; write $(const.dollar) for a dollar sign that begins no reference";
}

/// A promise that stays unresolved gets no outcome classes: it was never tried.
void give_up_unresolved(PromiseRound& round, const std::string& unresolved) {
    const Span place = round.statement().span;
    round.run().log(
        LogLevel::error,
        std::string(round.type()) + " promise with promiser '" + round.promiser() +
            "' has unresolved/unexpanded variables in " + unresolved + " (" + place.source->path() +
            ":" + std::to_string(place.position().line) + ")" + remedy(round)
    );
    round.frame().verdicts.add(Verdict::not_kept);
    round.frame().failed = true;
    leave_unkept(round);
}

void give_up_withheld(PromiseRound& round, const std::string& reference) {
    round.run().log_at(
        round.statement().span,
        LogLevel::error,
        "The " + std::string(round.type()) + " promise '" + round.promiser() +
            "' is not kept: the secret of " + reference + " could not be read"
    );
    round.frame().verdicts.add(Verdict::not_kept);
    round.frame().failed = true;
    leave_unkept(round);
}

/// The attributes for the module; nullopt while they hold a call that returned nothing, or a
/// reference that is not resolved. Later passes may resolve them.
std::optional<Attributes> attributes_step(PromiseRound& round) {
    if (const std::string secret = withheld_reference(round); !secret.empty()) {
        if (round.is_last_pass())
            give_up_withheld(round, secret);
        else
            round.skip(SkipReason::unresolved, secret);
        return {};
    }
    ModuleAttributes made = module_attributes(round);
    const bool is_ready =
        takes_references_as_text(round) ? !made.has_failed_call : made.unresolved.empty();
    if (is_ready) return std::move(made.attributes);
    if (round.is_last_pass())
        give_up_unresolved(round, made.unresolved);
    else
        round.skip(SkipReason::unresolved, made.unresolved);
    return {};
}

/// Promises that differ in what the agent does about them are different promises
/// (semantics 5.4).
std::uint64_t
identity_step(PromiseRound& round, const Attributes& for_module, Attributes for_agent) {
    const std::uint64_t identity = round.identity(for_module);
    if (for_agent.empty()) return identity;
    for_agent.set("the rest", std::to_string(identity));
    return round.identity(for_agent);
}

/// Promises of equal promiser are kept one after the other, for their order may matter.
std::optional<PromiseLock>
lock_step(PromiseRound& round, std::uint64_t identity, const ActionTerms& action) {
    round.run().pending.wait_for_promiser(round.promiser());
    if (!begin_once(round, identity)) return {};
    return PromiseLock::take(round, identity, action);
}

/// Commands, and as many promises about files as `max_children` allows, go to the background. Edits
/// need the evaluation, and changes the state, which belong to this process.
bool may_go_to_background(PromiseRound& round, const Promise& promise) {
    if (!promise.terms.changes_allowed()) return false;
    if (round.kind() == PromiseKind::commands) return !round.is_true("module");
    if (round.kind() != PromiseKind::files) return false;
    if (edits_text(round) || round.statement().find("changes")) return false;
    RunState& run = round.run();
    if (run.background_files++ < run.control.max_background_files) return true;
    run.log(
        LogLevel::verbose,
        "Promised parallel execution promised but exceeded the max number of promised "
        "background tasks, so serializing"
    );
    return false;
}

/// Lines of a process of its own would wait for the outcomes of pending promises, and be lost.
void timing_step(PromiseRound& round, Promise& promise) {
    Terms::Timing& timing = promise.terms.timing;
    if (timing == Terms::Timing::awaited) return;
    if (may_go_to_background(round, promise))
        round.run().pending.wait_for_all_pending();
    else
        timing = Terms::Timing::awaited;
}

void start_step(PromiseRound& round, Promise promise, InOrder::Each finish) {
    PendingPromises& pending = round.run().pending;
    const PromiseType& type = *promise.type;
    const Joining joining = joining_of(round, type);
    joining == Joining::alone ? pending.finish() : pending.wait_for_room(type);
    if (round.run().world.stop.signal() != 0) return; // it came while others were waited for
    if (joining == Joining::alone) return pending.keep_alone(std::move(promise), std::move(finish));
    auto writes = writes_of(round, promise);
    pending.begin(std::move(promise), std::move(writes), std::move(finish));
    if (joining == Joining::undecided) pending.finish_unless_allowed(type);
}

/// The promise is finished before this returns, or when its outcome arrives.
void hand_over_step(
    PromiseRound& round, Promise promise, const ActionTerms& action, PromiseLock lock
) {
    timing_step(round, promise);
    const auto completion = std::make_shared<Completion>(
        round, ActionTerms{promise.terms, action.lock, action.log}, std::move(lock)
    );
    if (edits_text(round) || fills_home(round)) {
        round.run().pending.wait_for_all_pending();
        return completion->finish(
            edits_text(round) ? keep_edited(round, promise)
                              : keep_with_home(round, std::move(promise))
        );
    }
    if (round.kind() == PromiseKind::packages && changes_in_bulk(promise))
        return keep_in_bulk(round, std::move(promise), completion);
    start_step(round, std::move(promise), [completion](const Outcome& outcome) {
        completion->finish(outcome);
    });
}

ActionTerms terms_from(PromiseRound& round, const Attributes& for_agent) {
    const AttributeValue* action = for_agent.find("action");
    const Data* body = action ? std::get_if<Data>(action) : nullptr;
    return action_terms(round, body ? *body : Data::object({}));
}

/// A promise whose classes may name each file of its search, or that a simulation shows by file.
bool needs_parts(PromiseRound& round) {
    const PromiseStatement& statement = round.statement();
    if (round.kind() != PromiseKind::files || !statement.find("depth_search")) return false;
    return statement.find(CommonAttribute::classes) != nullptr ||
           round.run().world.options.is_simulation();
}

/// One promise for a module, once its type and the attributes for it are known.
void keep_with(PromiseRound& round, const PromiseType& type, Attributes attributes) {
    Attributes for_agent = agent_attributes(round);
    const ActionTerms action = terms_from(round, for_agent);
    const std::uint64_t identity = identity_step(round, attributes, std::move(for_agent));
    auto lock = lock_step(round, identity, action);
    if (!lock) return;
    Promise promise{
        .type = &type,
        .promiser = round.promiser(),
        .attributes = std::move(attributes),
        .origin = round.expander().origin(),
        .terms = action.terms};
    if (needs_parts(round)) promise.terms.parts = Terms::Parts::listed;
    hand_over_step(round, std::move(promise), action, *std::move(lock));
}

void keep(PromiseRound& round) {
    const PromiseType* type = type_step(round);
    if (type == nullptr) return;
    auto attributes = attributes_step(round);
    if (attributes) keep_with(round, *type, *std::move(attributes));
}

/// The outcome classes of all paths together, with the pattern as promiser. As with the reference,
/// $(match.1) is still that of the last path.
void conclude_pattern(PromiseRound& round, const PromisedPath& last, const Verdicts& verdicts) {
    const auto bound = round.expander().with_match(last.groups);
    const bool has_classes = round.statement().find(CommonAttribute::classes) != nullptr;
    const bool is_only_planned =
        verdicts.worst() > Verdict::repaired && !round.frame().failed && plans_changes(round.run());
    if (has_classes && !verdicts.empty() && !is_only_planned)
        define_outcome_classes(round, verdicts);
}

} // namespace

void run_kept(PromiseRound& round) {
    if (round.run().expected.is_assumed()) return note_follower(round);
    const bool may_be_pattern = round.kind() == PromiseKind::files && round.is_promiser_resolved();
    const auto paths = may_be_pattern ? promised_paths(round) : std::nullopt;
    if (!paths) return keep(round);
    round.expander().leave_open(); // there may be other files
    const std::string pattern = round.promiser();
    Verdicts& of_bundle = round.frame().verdicts;
    const Verdicts before = std::exchange(of_bundle, {});
    for (const PromisedPath& path : *paths) {
        round.set_promiser(path.path);
        const auto bound = round.expander().with_match(path.groups);
        keep(round);
    }
    round.run().pending.wait_for_all_pending();
    round.set_promiser(pattern);
    if (!paths->empty()) conclude_pattern(round, paths->back(), of_bundle);
    of_bundle.add(before);
}

void keep_service(PromiseRound& round, const std::string& policy) {
    if (round.run().expected.is_assumed()) return note_follower(round);
    const PromiseType* type = type_step(round);
    if (type == nullptr) return;
    Attributes attributes;
    attributes.set("service_policy", policy);
    keep_with(round, *type, std::move(attributes));
}

} // namespace vow::cfengine
