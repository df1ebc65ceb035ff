#include "policy/cfengine/promises/settlement.h"

#include "policy/cfengine/promises/promise_round.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

/// Whether promises of a kind are done once in a run, by their identity.
bool is_done_once(PromiseKind kind) {
    using enum PromiseKind;
    constexpr std::array kinds = {report, files, commands, processes, other_built_in, custom};
    return std::ranges::find(kinds, kind) != kinds.end();
}

/// To observers of each pass, evaluating a promise again does something.
bool is_observed(RunState& run) {
    const Observer& observer = run.world.observer;
    return observer.wants(LogLevel::verbose) || observer.wants_details();
}

/// Whether evaluating such a promise again does nothing as long as nothing else has changed.
bool depends_on_changes_only(PromiseKind kind, const PromiseStatement& promise) {
    return is_done_once(kind) && promise.find(CommonAttribute::depends_on) == nullptr &&
           std::ranges::all_of(promise.attributes, is_plain, &AttributeStatement::value);
}

/// Whether the promise may find another value when it is evaluated again because it has changed one
/// itself: bundlestate() of the own bundle.
bool may_read_itself(PromiseKind kind, const PromiseStatement& promise) {
    return kind == PromiseKind::variable &&
           std::ranges::any_of(promise.attributes, [](const AttributeStatement& attribute) {
               return std::holds_alternative<Boxed<FunctionCall>>(attribute.value.node);
           });
}

// --- promises that are the same in each pass ---

bool is_literal(const Expression& expression) {
    if (const auto* text = std::get_if<Text>(&expression.node)) return text->is_literal();
    if (const auto* list = std::get_if<ListOf>(&expression.node))
        return std::ranges::all_of(list->items, is_literal);
    if (const auto* bundle = boxed_if<BundleUse>(expression.node))
        return bundle->name.is_literal() && std::ranges::all_of(bundle->arguments, is_literal);
    return std::holds_alternative<LiteralList>(expression.node);
}

/// Whether a call may do more than return a value.
bool has_effect(const Expression& expression) {
    if (const auto* list = std::get_if<ListOf>(&expression.node))
        return std::ranges::any_of(list->items, has_effect);
    const auto* call = boxed_if<FunctionCall>(expression.node);
    if (call == nullptr) return false;
    const Function& function = *call->function;
    return function.runs_programs || function.affects_variables ||
           std::ranges::any_of(call->arguments, has_effect);
}

bool is_constant(const AttributeStatement& attribute) {
    if (is_part_of_identity(attribute.name)) return is_literal(attribute.value);
    return !has_effect(attribute.value);
}

/// Whether the promise is done once whatever changes later: it has the same identity in each pass,
/// and nothing but its guard decides whether it runs.
bool is_constant(PromiseKind kind, const PromiseStatement& promise) {
    using enum CommonAttribute;
    constexpr std::array conditions = {if_, ifvarclass, unless, depends_on};
    const bool is_conditional = std::ranges::any_of(conditions, [&](CommonAttribute condition) {
        return promise.find(condition) != nullptr;
    });
    return is_done_once(kind) && !is_conditional && !promise.guard->dynamic &&
           promise.promiser.is_literal() &&
           std::ranges::all_of(promise.attributes, [](const AttributeStatement& attribute) {
               return is_constant(attribute);
           });
}

} // namespace

bool is_definition(PromiseKind kind) {
    return kind == PromiseKind::variable || kind == PromiseKind::meta ||
           kind == PromiseKind::default_value || kind == PromiseKind::class_;
}

bool is_settled(RunState& run, PromiseKind kind, const PromiseStatement& promise) {
    if (!is_definition(kind) && !is_done_once(kind)) return false;
    const std::uint64_t evaluated_at = run.kept.evaluated_at(promise);
    const bool is_for_good = evaluated_at == KeptPromises::for_good && !run.expected.is_assumed();
    return is_for_good || evaluated_at == run.changes.generation();
}

void settle(
    RunState& run, PromiseKind kind, const PromiseStatement& promise, const EvaluationStart& start
) {
    std::uint64_t& evaluated_at = run.kept.evaluated_at(promise);
    if (is_definition(kind)) {
        const bool reads_itself = may_read_itself(kind, promise);
        evaluated_at = reads_itself ? start.generation : run.changes.generation();
        return;
    }
    if (is_observed(run)) return;
    const bool was_begun = run.kept.begun() > start.begun;
    if (was_begun && !run.expected.is_assumed() && is_constant(kind, promise))
        evaluated_at = KeptPromises::for_good;
    else if (depends_on_changes_only(kind, promise))
        evaluated_at = start.generation; // its own changes may change it
}

} // namespace vow::cfengine
