#include "policy/cfengine/promises/promise_run.h"

#include "policy/cfengine/expansion/iteration.h"
#include "policy/cfengine/promises/follower.h"
#include "policy/cfengine/promises/settlement.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "policy/run/guarded.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// Evaluates a round whose guard and conditions hold.
void run_kind(PromiseRound& round) {
    switch (round.kind()) {
    case PromiseKind::variable: return run_variable(round);
    case PromiseKind::meta: return run_meta(round);
    case PromiseKind::default_value: return run_default(round);
    case PromiseKind::class_: return run_class(round);
    case PromiseKind::method: return run_method(round);
    case PromiseKind::service: return run_service(round);
    case PromiseKind::report: return run_report(round);
    case PromiseKind::edit: return run_edit(round);
    case PromiseKind::files:
    case PromiseKind::commands:
    case PromiseKind::packages:
    case PromiseKind::processes:
    case PromiseKind::other_built_in:
    case PromiseKind::custom: return run_kept(round);
    }
}

// --- guard and conditions ---

/// A guard without references was evaluated before the iteration.
bool guard_holds(PromiseRound& round) {
    const Guard& guard = *round.statement().guard;
    if (!guard.dynamic) return true;
    const ExpandedText expression = round.expander().text(*guard.dynamic);
    if (expression.resolved &&
        round.run().classes.holds(round.frame(), expression.text).value_or(false))
        return true;
    round.skip(SkipReason::guard, expression.text);
    return false;
}

/// nullopt if it is not known yet.
std::optional<bool> condition_holds(PromiseRound& round, const Expression& condition) {
    const Evaluation value = round.expander().evaluate(condition);
    if (value.failed() || !value.resolved) return {};
    if (const bool* truth = value.condition()) return *truth;
    const std::string* expression = value.text();
    return expression ? round.run().classes.holds(round.frame(), *expression) : std::nullopt;
}

/// A condition that is not known yet skips the promise; only that of `unless` lets it through in
/// the last pass (semantics 3.10, 3.11).
bool lets_through(PromiseRound& round, CommonAttribute name, const Expression& condition) {
    const std::optional<bool> holds = condition_holds(round, condition);
    const bool is_let_through = name == CommonAttribute::unless
                                    ? !holds.value_or(!round.is_last_pass())
                                    : holds.value_or(false);
    if (is_let_through) {
        if (!holds) round.accept_unknown_condition();
        return true;
    }
    if (!holds) round.expander().wait_for_last_pass();
    round.skip(
        SkipReason::condition,
        std::string(text_of(name)).append(" => ").append(condition.span.text())
    );
    return false;
}

bool conditions_hold(PromiseRound& round) {
    return round.statement().all_conditions([&](CommonAttribute name, const Expression& condition) {
        return lets_through(round, name, condition);
    });
}

bool dependencies_met(PromiseRound& round) {
    if (!round.statement().find(CommonAttribute::depends_on)) return true;
    for (const std::string& handle : round.list(CommonAttribute::depends_on)) {
        if (round.run().kept.is_satisfied(handle)) continue;
        if (round.run().expected.assumes_handle(handle)) continue;
        round.run().log(
            LogLevel::verbose,
            "Skipping promise '" + round.expander().handle() + "', as promise dependency '" +
                handle + "' has not yet been kept"
        );
        round.skip(SkipReason::dependency, handle);
        return false;
    }
    return true;
}

// --- rounds ---

void log_beginning(PromiseRound& round) {
    RunState& run = round.run();
    if (!run.world.observer.wants(LogLevel::verbose)) return;
    run.log(
        LogLevel::verbose,
        "P: BEGIN promise '" + round.expander().handle() + "' of type \"" +
            std::string(round.type()) + "\" (pass " + std::to_string(round.frame().pass) + ")"
    );
    run.log(LogLevel::verbose, "P:    Promiser/affected object: '" + round.promiser() + "'");
    if (const auto comment = round.text(CommonAttribute::comment)) {
        run.log(LogLevel::verbose, "P:    Comment:  " + *comment);
    }
}

bool may_run(PromiseRound& round) {
    return guard_holds(round) && conditions_hold(round) && dependencies_met(round);
}

/// Evaluates a round under the assumption that other promises were repaired. Variables are only
/// defined in bundles that would be called: elsewhere they have the values of the dry run.
void run_assumed(PromiseRound& round) {
    if (!may_run(round)) return;
    const PromiseKind kind = round.kind();
    const bool defines = is_definition(kind) && kind != PromiseKind::class_;
    if (kind == PromiseKind::report || kind == PromiseKind::edit) return;
    if (!defines || round.frame().is_assumed) run_kind(round);
}

/// A failure leaves the other rounds as they are.
void run_round(PromiseRound round) {
    RunState& state = round.run();
    const auto run = [&] {
        round.expand_names();
        const bool runs = !state.expected.is_assumed() && may_run(round);
        if (runs) {
            log_beginning(round);
            run_kind(round);
        }
        const bool is_final = runs && round.kind() != PromiseKind::class_;
        if (!is_final && may_follow(state)) assume_repairs(state, [&] { run_assumed(round); });
    };
    guarded(run, [&](const std::string& reason) { report_failure(round, reason); });
}

/// A guard that does not hold is reported once, not for every round.
void skip_by_guard(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
) {
    Observer& observer = run.world.observer;
    if (!observer.wants_skipped() || run.expected.is_assumed()) return;
    const Expander expander(run, frame, &promise);
    observer.receive(PromiseSkipped{
        .type = section.type,
        .promiser = promise.promiser.source(),
        .origin = expander.origin(),
        .reason = SkipReason::guard,
        .because = promise.guard->text,
        .kept_by = kept_by(section.kind),
        .form = promise.promiser.is_literal() ? PromiserForm::final : PromiserForm::written});
}

/// $(with) before the rounds: in the last pass even if references are left in it.
void expand_first_with(PromiseRound round) {
    using enum PromiseRound::Unresolved;
    round.expand_with(round.is_last_pass() ? keep : refuse);
}

/// Whether an expression calls a function that defines variables or changes their order.
bool affects_variables(const Expression& expression) {
    if (const auto* list = std::get_if<ListOf>(&expression.node))
        return std::ranges::any_of(list->items, affects_variables);
    const auto* call = boxed_if<FunctionCall>(expression.node);
    if (call == nullptr) return false;
    return (call->function && call->function->affects_variables) ||
           std::ranges::any_of(call->arguments, affects_variables);
}

/// Whether references decide which of several words an attribute has.
bool is_chosen_by_reference(const AttributeStatement& attribute) {
    const auto* text = std::get_if<Text>(&attribute.value.node);
    return text != nullptr && !text->is_literal() && attribute.syntax != nullptr &&
           attribute.syntax->kind == ValueKind::option;
}

bool is_evaluated_before_run(const AttributeStatement& attribute) {
    return affects_variables(attribute.value) || is_chosen_by_reference(attribute);
}

bool has_effects(const PromiseStatement& promise) {
    return std::ranges::any_of(promise.attributes, is_evaluated_before_run);
}

void note_wrong_word(
    PromiseRound& round, const AttributeStatement& attribute, std::string_view word
) {
    if (!has_reference(word) && !is_valid_choice(round.type(), attribute.name, word))
        round.run().wrong_before_run.insert(&attribute);
}

/// The reference agent evaluates nothing of a promise for a class that is set.
bool is_class_set(PromiseRound& round) {
    if (round.kind() != PromiseKind::class_) return false;
    Classes& classes = round.run().classes;
    return classes.has(round.frame(), classes.symbol(round.promiser(), round.frame()));
}

/// The attributes of a round that affect variables, or that may have a wrong word.
void evaluate_round(PromiseRound round) {
    round.expand_names();
    if (is_class_set(round)) return;
    for (const AttributeStatement& attribute : round.statement().attributes) {
        if (!is_evaluated_before_run(attribute)) continue;
        const Evaluation value = round.expander().evaluate(attribute.value);
        if (is_chosen_by_reference(attribute) && value.text())
            note_wrong_word(round, attribute, *value.text());
    }
}

} // namespace

void evaluate_attributes(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
) {
    if (!has_effects(promise)) return;
    if (!promise.guard->dynamic && !run.classes.holds(frame, promise.guard->compiled)) return;
    Expander expander(run, frame, &promise);
    if (promise.find(CommonAttribute::with)) expand_first_with(PromiseRound(expander, section));
    for_each_round(expander, [&] { evaluate_round(PromiseRound(expander, section)); });
}

namespace {

bool static_guard_holds(RunState& run, const Frame& frame, const PromiseStatement& promise) {
    return promise.guard->dynamic || run.classes.holds(frame, promise.guard->compiled);
}

void run_guarded(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
) {
    if (is_settled(run, section.kind, promise)) return;
    Expander expander(run, frame, &promise);
    const EvaluationStart start(run);
    const std::size_t errors = run.deferred_errors.size();
    const auto run_rounds = [&] {
        if (promise.find(CommonAttribute::with)) expand_first_with(PromiseRound(expander, section));
        for_each_round(expander, [&] {
            if (!frame.ended) run_round(PromiseRound(expander, section));
        });
    };
    guarded(run_rounds, [&](const std::string& reason) {
        PromiseRound failed(expander, section);
        report_failure(failed, reason);
    });
    if (expander.waits_for_last_pass() || run.deferred_errors.size() != errors) return;
    const bool is_left_open = !is_definition(section.kind) && expander.is_left_open();
    if (!is_left_open) settle(run, section.kind, promise, start);
}

void run_under_guard(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
) {
    if (static_guard_holds(run, frame, promise))
        run_guarded(run, frame, section, promise);
    else
        skip_by_guard(run, frame, section, promise);
}

} // namespace

void run_promise(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
) {
    const bool is_assumed = run.expected.is_assumed();
    if (!is_assumed) run.kept.reach(promise);
    const Defining defining(run, {&frame.bundle, &promise, frame.pass});
    if (!is_assumed) run_under_guard(run, frame, section, promise);
    if (!may_follow(run) || (!is_assumed && static_guard_holds(run, frame, promise))) return;
    assume_repairs(run, [&] { run_under_guard(run, frame, section, promise); });
}

} // namespace vow::cfengine
