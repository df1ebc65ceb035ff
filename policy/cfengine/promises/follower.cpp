#include "policy/cfengine/promises/follower.h"

#include "policy/cfengine/promises/outcome_classes.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

std::uint64_t identity_of(const PromiseRound& round, const Origin& origin) {
    Identity identity;
    identity.add(origin.file);
    identity.add(std::to_string(origin.line) + ":" + std::to_string(origin.column));
    identity.add(round.promiser());
    return identity.value();
}

/// Calls `each` with the classes of a `classes` body for a repair.
template <class Each>
void for_each_repair_class(const Data& body, const Each& each) {
    const Data* names = body.find("promise_repaired");
    if (names == nullptr) return;
    if (names->kind() == Data::Kind::string) return each(names->text());
    for (const Data& name : names->items())
        each(name.text());
}

void expect_classes(PromiseRound& round, std::span<const std::string> promises) {
    const Data body = round.body(CommonAttribute::classes);
    const Data* scope = body.find("scope");
    const bool is_local = scope != nullptr && scope->text() == "bundle";
    Classes& classes = round.run().classes;
    for_each_repair_class(body, [&](std::string_view name) {
        const Symbol symbol = classes.symbol(name, round.frame());
        const ClassScope wanted = is_local ? ClassScope::bundle : ClassScope::name_space;
        classes.expect(round.frame(), symbol, wanted, promises);
        // The edits of a dry run are made, in memory: the next one of the bundle sees the class.
        if (round.frame().editing != nullptr)
            classes.define(round.frame(), symbol, ClassScope::bundle, Remarks());
    });
}

} // namespace

bool notes_followers(const RunState& run) {
    return plans_changes(run) && run.world.observer.wants_details();
}

std::string name_of(const PromiseRound& round) {
    return std::string(round.type()) + " '" + round.promiser() + "'";
}

void expect_repair(PromiseRound& round, std::span<const std::string> promises) {
    RunState& run = round.run();
    if (!notes_followers(run) || promises.empty()) return;
    std::vector<std::string>& repairs = round.frame().repairs;
    repairs.insert(repairs.end(), promises.begin(), promises.end());
    if (round.statement().find(CommonAttribute::classes)) expect_classes(round, promises);
    if (!run.program.has_dependencies) return;
    if (run.expected.expect_handle(round.expander().handle(), promises)) run.changes.note();
}

void note_kept(PromiseRound& round) {
    RunState& run = round.run();
    if (!notes_followers(run)) return;
    run.expected.note_follower(identity_of(round, round.expander().origin()));
}

void note_follower(PromiseRound& round) {
    RunState& run = round.run();
    const FollowCause* cause = run.expected.cause();
    if (cause == nullptr || !round.is_promiser_resolved()) return;
    const Origin origin = round.expander().origin();
    if (!run.expected.note_follower(identity_of(round, origin))) return;
    run.world.observer.receive(PromiseFollows{
        .type = round.type(),
        .promiser = round.promiser(),
        .origin = origin,
        .cause = cause->promises.front(),
        .class_name = cause->class_name});
    expect_repair(round, std::array{name_of(round)});
}

} // namespace vow::cfengine
