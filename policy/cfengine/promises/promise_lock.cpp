#include "policy/cfengine/promises/promise_lock.h"

#include "policy/run/world.h"
#include "protocol/promise/settings.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

/// An attribute of the `action` body, which a custom promise may have itself.
std::optional<std::string> term(PromiseRound& round, const Data& action, std::string_view name) {
    if (const Data* member = action.find(name)) return std::string(member->text());
    return round.kind() == PromiseKind::custom ? round.text(name) : std::nullopt;
}

std::optional<std::chrono::minutes>
minutes_of(PromiseRound& round, const Data& action, std::string_view name) {
    const auto text = term(round, action, name);
    const auto number = text ? integer_from(*text) : std::nullopt;
    return number ? std::optional(std::chrono::minutes(*number)) : std::nullopt;
}

/// In a simulation only files that can be restored are changed.
Terms::Policy policy_of_run(const PromiseRound& round, const RunOptions& options) {
    const bool is_about_files =
        round.kind() == PromiseKind::files || round.kind() == PromiseKind::edit;
    const bool is_restored = is_about_files && options.files_in_sandbox == FilesInSandbox::yes;
    return options.is_simulation() && is_restored ? Terms::Policy::fix : options.policy;
}

/// A promise that only warns does so in a dry run, too, which names the commands of all alike.
Terms::Policy policy_of(PromiseRound& round, std::string_view word) {
    const Terms::Policy of_run = policy_of_run(round, round.run().world.options);
    if (of_run == Terms::Policy::simulate) return of_run;
    const Terms::Policy usual = round.run().control.dry_run ? Terms::Policy::dry_run : of_run;
    if (usual == Terms::Policy::dry_run && round.kind() == PromiseKind::commands) return usual;
    if (word == "warn") return Terms::Policy::warn;
    return word == "nop" ? Terms::Policy::nop : usual;
}

LogLevel level_from(std::string_view word) {
    if (word == "verbose") return LogLevel::verbose;
    return word == "inform" || word == "info" ? LogLevel::info : LogLevel::error;
}

bool is_in_background(const Data& action) {
    const Data* member = action.find("background");
    return member != nullptr && is_true(member->text());
}

/// Those of a promise without an `action` body.
ActionTerms usual_terms(PromiseRound& round) {
    const Control& control = round.run().control;
    return {
        .terms =
            {.policy = policy_of(round, ""), .log_level = round.run().world.observer.log_level()},
        .lock = {.if_elapsed = control.if_elapsed, .expire_after = control.expire_after}};
}

} // namespace

ActionTerms action_terms(PromiseRound& round) {
    const bool has_body = round.statement().find(CommonAttribute::action) != nullptr;
    if (!has_body && round.kind() != PromiseKind::custom) return usual_terms(round);
    return action_terms(round, round.body(CommonAttribute::action));
}

ActionTerms action_terms(PromiseRound& round, const Data& action) {
    ActionTerms made = usual_terms(round);
    if (action.members().empty() && round.kind() != PromiseKind::custom) return made;
    Terms& terms = made.terms;
    if (const auto word = term(round, action, "action_policy"))
        terms.policy = policy_of(round, *word);
    // Raises the level of the lines that the module sends.
    if (const auto level = term(round, action, "report_level"))
        terms.log_level = std::max(terms.log_level, level_from(*level));
    // Lowers it, also for a module that sends more.
    if (const auto level = term(round, action, "log_level")) {
        terms.shown_level = level_from(*level);
        terms.log_level = std::min(terms.log_level, terms.shown_level);
    }
    if (is_in_background(action)) terms.timing = Terms::Timing::background;
    if (const Data* priority = action.find("log_priority"))
        terms.log_priority = log_priority_from(priority->text());
    if (const auto minutes = minutes_of(round, action, "ifelapsed"))
        made.lock.if_elapsed = *minutes;
    if (const auto minutes = minutes_of(round, action, "expireafter")) {
        made.lock.expire_after = *minutes;
        const bool is_limit = !round.run().control.manner.expires_locks_only;
        if (is_limit && minutes->count() > 0) terms.limit = *minutes;
    }
    made.log = ActionLog::from(action);
    return made;
}

bool begin_once(PromiseRound& round, std::uint64_t identity) {
    if (round.run().kept.begin_once(identity)) return true;
    const std::string_view why = round.run().kept.why_held_back(identity);
    if (why.empty())
        round.skip(SkipReason::repeated, "an equal promise came before it");
    else
        round.skip(SkipReason::locked, why);
    return false;
}

std::optional<PromiseLock>
PromiseLock::take(PromiseRound& round, std::uint64_t identity, const ActionTerms& action) {
    const Manner& manner = round.run().control.manner;
    if (action.terms.policy == Terms::Policy::dry_run && !manner.locks_in_dry_runs)
        return PromiseLock();
    World& world = round.run().world;
    // Neither the times of earlier runs count then, nor that of this one (host types 12.2).
    if (!world.options.use_locks) return PromiseLock();
    const LockAnswer answer = world.state.take_lock(identity, action.lock);
    HeldBack& held_back = round.run().held_back;
    const auto skip = [&](std::string_view why) {
        round.run().kept.hold_back(identity, why);
        round.skip(SkipReason::locked, why);
    };
    switch (answer) {
    case LockAnswer::taken:
        return PromiseLock(Held(&world.state, {identity, manner.times_every_attempt}), action.lock);
    case LockAnswer::too_soon:
        ++held_back.by_time;
        skip("its ifelapsed has not passed");
        break;
    case LockAnswer::held:
        ++held_back.by_other_agents;
        skip("another agent is at it");
        break;
    }
    return {};
}

void PromiseLock::note(const Verdicts& verdicts) {
    if (held_ && terms_.if_elapsed.count() > 0 && verdicts.worst() <= Verdict::repaired)
        held_.get_deleter().is_timed = true;
}

namespace {

constexpr std::chrono::seconds max_file_wait{30};

/// Equal for all paths that lead to a file, links included: its folder and its name there.
LockName name_for(HostFiles& host, const std::string& path) {
    const auto entry = host.status(path, Symlinks::as_they_are);
    const bool is_link = entry && entry->kind == FileKind::symlink;
    const std::string file = is_link ? host.real_path(path).value.value_or(path) : path;
    const auto folder = host.status(folder_of(file), Symlinks::follow);
    if (!folder) return LockName("edit " + file);
    const std::string name = file.substr(file.rfind('/') + 1);
    return LockName(
        "edit " + std::to_string(folder->device) + ":" + std::to_string(folder->inode) + "/" + name
    );
}

} // namespace

FileLock::FileLock(World& world, const std::string& path)
    : world_(world),
      name_(name_for(world.host, path)) {
    constexpr LockTerms terms{.if_elapsed = std::chrono::minutes(0)};
    const auto until = world.keeper.now() + max_file_wait;
    is_taken_ = wait_for_lock(world, name_, terms, until) == LockAnswer::taken;
}

FileLock::~FileLock() {
    if (is_taken_) world_.state.release(name_);
}

} // namespace vow::cfengine
