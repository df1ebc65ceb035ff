#include "policy/cfengine/promises/outcome_classes.h"

#include "protocol/text/named_value.h"

#include <charconv>
#include <chrono>

namespace vow::cfengine {
namespace {

/// An attribute of the `classes` body, and the verdict that it is for.
using Effect = NamedValue<Verdict>;

constexpr Effect defining[] = {
    {"promise_kept", Verdict::kept},
    {"promise_repaired", Verdict::repaired},
    {"repair_failed", Verdict::not_kept},
    {"repair_failed", Verdict::error},
    {"repair_denied", Verdict::denied},
    {"repair_timeout", Verdict::timed_out},
};

constexpr Effect cancelling[] = {
    {"cancel_kept", Verdict::kept},
    {"cancel_repaired", Verdict::repaired},
    {"cancel_notkept", Verdict::not_kept},
    {"cancel_notkept", Verdict::error},
    {"cancel_notkept", Verdict::denied},
    {"cancel_notkept", Verdict::timed_out},
};

std::string_view text_of_member(const Data& body, std::string_view name) {
    const Data* member = body.find(name);
    return member ? member->text() : std::string_view();
}

template <class Each>
void for_each_class(const Data& body, std::string_view attribute, const Each& each) {
    const Data* names = body.find(attribute);
    if (names == nullptr) return;
    if (names->kind() == Data::Kind::string) return each(names->text());
    for (const Data& name : names->items())
        each(name.text());
}

/// A promise that failed is neither kept nor repaired, whatever its parts were. But the return
/// code of a command may count as several verdicts at once, and each step of a files or processes
/// promise, and each line of an edit, has its own. A failure that is also of a kind, such as
/// denied, is still a failure.
bool applies(const Effect& effect, const Verdicts& verdicts, PromiseRound& round) {
    const bool is_kind = effect.value == Verdict::denied || effect.value == Verdict::timed_out;
    const bool failed = verdicts.has(Verdict::not_kept);
    if (is_kind && failed && round.run().control.manner.ignores_kinds_of_failures) return false;
    const PromiseKind kind = round.kind();
    const bool counts_each = kind == PromiseKind::commands || kind == PromiseKind::files ||
                             kind == PromiseKind::processes || kind == PromiseKind::edit ||
                             effect.value == Verdict::not_kept;
    return counts_each ? verdicts.has(effect.value) : verdicts.worst() == effect.value;
}

long long minutes_to_persist(const Data& body) {
    const std::string_view text = text_of_member(body, "persist_time");
    long long minutes = 0;
    std::from_chars(text.data(), text.data() + text.size(), minutes);
    return minutes;
}

void cancel(PromiseRound& round, std::string_view name) {
    RunState& run = round.run();
    if (run.classes.is_hard(round.frame(), run.classes.symbol(name, round.frame()))) {
        run.log(
            LogLevel::error,
            "You cannot cancel a reserved hard class '" + std::string(name) +
                "' in post-condition classes"
        );
        return;
    }
    run.classes.cancel(round.frame(), name);
}

/// Tells of the classes that another outcome would define.
void withhold_others(PromiseRound& round, const Data& body, const Verdicts& verdicts) {
    RunState& run = round.run();
    if (!run.world.observer.wants_details() || run.expected.is_assumed()) return;
    for (const Effect& effect : defining) {
        const bool is_listed = effect.value == Verdict::error; // as not_kept
        if (is_listed || applies(effect, verdicts, round)) continue;
        for_each_class(body, effect.name, [&](std::string_view name) {
            const auto known_as = run.names().text(run.classes.symbol(name, round.frame()));
            run.world.observer.receive(ClassWithheld{
                known_as, verdicts.worst(), effect.value, run.place_of_definition()});
        });
    }
}

} // namespace

void define_outcome_classes(PromiseRound& round, const Verdicts& verdicts) {
    const Data body = round.body(CommonAttribute::classes);
    withhold_others(round, body, verdicts);
    const ClassScope scope =
        text_of_member(body, "scope") == "bundle" ? ClassScope::bundle : ClassScope::name_space;
    const long long minutes = minutes_to_persist(body);
    const TimerPolicy timer = text_of_member(body, "timer_policy") == "absolute"
                                  ? TimerPolicy::absolute
                                  : TimerPolicy::reset;
    for (const Effect& effect : defining) {
        if (!applies(effect, verdicts, round)) continue;
        for_each_class(body, effect.name, [&](std::string_view name) {
            round.run().classes.define(round.frame(), name, scope, {});
            if (minutes > 0) persist_class(round, name, minutes, timer, {});
        });
    }
    for (const Effect& effect : cancelling) {
        if (!applies(effect, verdicts, round)) continue;
        for_each_class(body, effect.name, [&](std::string_view name) { cancel(round, name); });
    }
}

bool plans_changes(const RunState& run) {
    return run.world.options.policy == Terms::Policy::dry_run &&
           !run.control.manner.uses_words_of_reference;
}

void persist_class(
    PromiseRound& round, std::string_view name, long long minutes, TimerPolicy policy, Tags tags
) {
    RunState& run = round.run();
    if (run.expected.is_assumed()) return;
    World& world = run.world;
    const std::string known_as(run.names().text(run.classes.symbol(name, round.frame())));
    if (run.secrets().is_in(known_as)) {
        run.log(
            LogLevel::warning,
            "The class '" + known_as + "' is not persistent: its name has a secret in it"
        );
        return;
    }
    const auto now = world.host.now();
    const auto old = find_persistent_class(world, known_as);
    const std::string length = std::to_string(minutes) + " minutes";
    if (!old) {
        run.log(
            LogLevel::verbose,
            "Creating persistent class '" + known_as + "' (" + length + ", policy " +
                (policy == TimerPolicy::reset ? "reset" : "preserve") + ")"
        );
    } else if (policy == TimerPolicy::reset) {
        const auto left = std::chrono::duration_cast<std::chrono::minutes>(old->expires - now);
        run.log(
            LogLevel::verbose,
            "Resetting persistent class '" + known_as + "' timer to " + length + " (was " +
                std::to_string(left.count()) + " minutes remaining)"
        );
    }
    tags.emplace_back("source=persistent");
    persist(
        world,
        {.name = known_as, .expires = now + std::chrono::minutes(minutes), .tags = std::move(tags)},
        policy
    );
}

} // namespace vow::cfengine
