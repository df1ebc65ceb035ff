#include "policy/cfengine/promises/promise_terms.h"

#include "policy/cfengine/values/number.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// A number of minutes in the `action` body, or what the agent's control body says.
std::chrono::minutes
minutes_of(const Data& action, std::string_view name, std::chrono::minutes otherwise) {
    const Data* member = action.find(name);
    const auto number = member ? integer_from(member->text()) : std::nullopt;
    return number ? std::chrono::minutes(*number) : otherwise;
}

LockTerms lock_terms(PromiseRound& round) {
    const Control& control = round.evaluation().control();
    const Data action = round.body("action");
    return {
        .if_elapsed = minutes_of(action, "ifelapsed", control.if_elapsed),
        .expire_after = minutes_of(action, "expireafter", control.expire_after)};
}

bool is_locked(PromiseRound& round) {
    return lock_terms(round).if_elapsed.count() > 0;
}

} // namespace

bool begin(PromiseRound& round, std::uint64_t identity) {
    if (!round.evaluation().begin_once(identity)) {
        round.skip(SkipReason::already_kept, "an equal promise was kept before");
        return false;
    }
    if (!round.evaluation().world().options.use_locks || !is_locked(round)) return true;
    switch (round.evaluation().world().state.take_lock(identity, lock_terms(round))) {
    case LockAnswer::taken: return true;
    case LockAnswer::too_soon:
        round.skip(SkipReason::locked, "kept a short while ago");
        return false;
    case LockAnswer::held: round.skip(SkipReason::locked, "another agent is at it"); return false;
    }
    return false;
}

void finish(PromiseRound& round, std::uint64_t identity) {
    if (is_locked(round)) round.evaluation().world().state.give_back(identity);
}

Terms terms_of(PromiseRound& round) {
    Evaluation& evaluation = round.evaluation();
    const Data action = round.body("action");
    Terms terms{.log_level = evaluation.world().observer.log_level()};
    const Data* policy = action.find("action_policy");
    const auto own = round.text("action_policy"); // a custom promise may give it directly
    const std::string_view word = policy ? policy->text() : own ? std::string_view(*own) : "fix";
    if (word == "warn") terms.policy = Terms::Policy::warn;
    if (word == "nop") terms.policy = Terms::Policy::nop;
    const Terms::Policy run = evaluation.world().options.policy;
    if (run != Terms::Policy::fix)
        terms.policy = run;
    else if (evaluation.control().dry_run)
        terms.policy = Terms::Policy::dry_run;
    const auto expires = minutes_of(action, "expireafter", std::chrono::minutes(0));
    if (expires.count() > 0) terms.limit = expires;
    if (const Data* level = action.find("log_level")) {
        const LogLevel wanted = level->text() == "verbose"  ? LogLevel::verbose
                                : level->text() == "inform" ? LogLevel::info
                                                            : LogLevel::error;
        terms.log_level = std::min(terms.log_level, wanted);
    }
    return terms;
}

} // namespace vow::cfengine
