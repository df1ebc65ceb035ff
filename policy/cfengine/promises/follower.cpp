#include "policy/cfengine/promises/follower.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

bool is_noted(const RunState& run) {
    return run.world.options.policy == Terms::Policy::dry_run &&
           run.world.observer.wants_details() && !run.control.manner.uses_words_of_reference;
}

/// Whether a promise does something that a reader of a plan wants to know of.
bool acts(PromiseKind kind) {
    return kept_by(kind) == KeptBy::module || kind == PromiseKind::method ||
           kind == PromiseKind::service;
}

/// The expected class that lets a guard through; null if none does.
const ExpectedClass* cause_of(RunState& run, const Frame& frame, const ClassGuard& guard) {
    const auto holds_with = [&](const ExpectedClass& expected) {
        return guard.holds([&](Symbol name) {
            return name == expected.name || run.classes.has(frame, name);
        });
    };
    const auto found = std::ranges::find_if(run.expected_classes, holds_with);
    return found == run.expected_classes.end() ? nullptr : &*found;
}

struct Follower {
    std::string_view type;
    std::string_view promiser;
    const Origin& origin;
};

void note(RunState& run, const Frame& frame, const ClassGuard& guard, const Follower& follower) {
    const ExpectedClass* cause = cause_of(run, frame, guard);
    if (cause == nullptr) return;
    const Origin& origin = follower.origin;
    std::string identity = origin.file + ':' + std::to_string(origin.line) + ':' +
                           std::to_string(origin.column) + ':' + std::string(follower.promiser);
    if (!run.followers.insert(std::move(identity)).second) return;
    run.world.observer.receive(PromiseFollows{
        .type = follower.type,
        .promiser = follower.promiser,
        .origin = origin,
        .cause = cause->promise,
        .class_name = run.names().text(cause->name)});
}

} // namespace

void expect_classes(PromiseRound& round) {
    RunState& run = round.run();
    if (!is_noted(run)) return;
    const Data body = round.body(CommonAttribute::classes);
    const Data* names = body.find("promise_repaired");
    if (names == nullptr) return;
    const std::string promise = std::string(round.type()) + " '" + round.promiser() + "'";
    const Origin origin = round.expander().origin();
    const auto expect = [&](std::string_view name) {
        const Symbol symbol = run.classes.symbol(name, round.frame());
        run.expected_classes.push_back({symbol, promise});
        run.world.observer.receive(ClassExpected{run.names().text(symbol), promise, origin});
    };
    if (names->kind() == Data::Kind::string) return expect(names->text());
    for (const Data& name : names->items())
        expect(name.text());
}

void note_follower(
    RunState& run, Frame& frame, const Section& section, const PromiseStatement& promise
) {
    if (run.expected_classes.empty() || !is_noted(run) || !acts(section.kind)) return;
    const Expander expander(run, frame, &promise);
    const Origin origin = expander.origin();
    const std::string promiser(promise.promiser.source());
    note(run, frame, promise.guard->compiled, {section.type, promiser, origin});
}

void note_follower(PromiseRound& round, std::string_view expression) {
    RunState& run = round.run();
    if (run.expected_classes.empty() || !is_noted(run) || !acts(round.kind())) return;
    const auto read = compile_class_guard(expression, round.frame().bundle.name_space, run.names());
    const auto* guard = std::get_if<ClassGuard>(&read);
    if (guard == nullptr) return;
    const Origin origin = round.expander().origin();
    note(run, round.frame(), *guard, {round.type(), round.promiser(), origin});
}

void note_follower(PromiseRound& round, const Expression& condition) {
    if (round.run().expected_classes.empty()) return;
    const Evaluation value = round.expander().evaluate(condition);
    if (value.failed() || !value.resolved) return;
    if (const std::string* expression = value.text()) note_follower(round, *expression);
}

} // namespace vow::cfengine
