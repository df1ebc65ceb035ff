#include "policy/cfengine/promises/completion.h"

#include "policy/cfengine/expansion/evaluation_access.h"
#include "policy/cfengine/functions/module_lines.h"
#include "policy/cfengine/promises/follower.h"
#include "policy/cfengine/promises/outcome_classes.h"
#include "policy/run/guarded.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

/// A value returned by a module: text, and lists of text, have types of their own in the language.
Value value_from(const Data& data) {
    if (data.kind() == Data::Kind::array) {
        std::vector<std::string> texts;
        for (const Data& item : data.items()) {
            if (item.kind() != Data::Kind::string) return Value::data(data);
            texts.emplace_back(item.text());
        }
        return Value::list(std::move(texts));
    }
    return data.is_container() ? Value::data(data) : Value::string(std::string(data.text()));
}

/// Variables of a module are TYPE[PROMISER][NAME] and, when the promise has a handle,
/// HANDLE[NAME].
void define_variables(PromiseRound& round, const Outcome& outcome) {
    if (outcome.variables.empty()) return;
    RunState& run = round.run();
    const Symbol bundle = round.frame().bundle.qualified;
    const auto handle = round.text(CommonAttribute::handle);
    for (const auto& [name, data] : outcome.variables) {
        const Variable variable{value_from(data), {"source=promise-module"}};
        const std::string by_promiser[] = {round.promiser(), name};
        run.variables.define(bundle, run.names().symbol(round.type()), by_promiser, variable);
        if (!handle) continue;
        const std::string by_handle[] = {name};
        run.variables.define(bundle, run.names().symbol(*handle), by_handle, variable);
    }
}

/// Executes the lines that a command with `module` printed (semantics 14.4).
void read_module_lines(PromiseRound& round, std::string_view output) {
    EvaluationAccess around(round.expander());
    const auto args = round.text("args");
    ModuleLines lines(around, args ? round.promiser() + " " + *args : round.promiser());
    while (!output.empty()) {
        const auto end = std::min(output.find('\n'), output.size());
        lines.read(output.substr(0, end));
        output.remove_prefix(std::min(end + 1, output.size()));
    }
}

/// The classes of each file that a search has found.
void define_part_classes(PromiseRound& round, const Outcome& outcome) {
    const std::string whole = round.promiser();
    for (const PartOutcome& part : outcome.parts) {
        if (part.verdicts.worst() > Verdict::repaired && is_planned(round, outcome)) continue;
        round.set_promiser(part.promiser);
        define_outcome_classes(round, part.verdicts);
    }
    round.set_promiser(whole);
}

void record_verdicts(PromiseRound& round, const Verdicts& verdicts) {
    RunState& run = round.run();
    Frame& frame = round.frame();
    frame.verdicts.add(verdicts);
    if (verdicts.worst() > Verdict::repaired) frame.failed = true;
    if (run.program.has_dependencies && verdicts.worst() <= Verdict::repaired)
        run.kept.satisfy(round.expander().handle());
}

/// The reference ignores the `classes` body of a classes promise.
bool has_outcome_classes(const PromiseRound& round) {
    return round.kind() != PromiseKind::class_ &&
           round.statement().find(CommonAttribute::classes) != nullptr;
}

} // namespace

void conclude(PromiseRound& round, const Verdicts& verdicts) {
    if (round.run().expected.is_assumed()) return;
    record_verdicts(round, verdicts);
    if (has_outcome_classes(round)) define_outcome_classes(round, verdicts);
}

void conclude(PromiseRound& round, const Outcome& outcome) {
    if (round.run().expected.is_assumed()) return;
    const bool failed = round.frame().failed || outcome.has_failed();
    record_verdicts(round, outcome.verdicts);
    if (has_outcome_classes(round) && !is_planned(round, outcome))
        define_outcome_classes(round, outcome.verdicts);
    round.frame().failed = failed;
}

/// Classes of built-in types are global, those of custom types belong to the bundle.
void define_results(PromiseRound& round, const Outcome& outcome) {
    RunState& run = round.run();
    const bool is_custom = round.kind() == PromiseKind::custom;
    const ClassScope scope = is_custom ? ClassScope::bundle : ClassScope::name_space;
    const std::string tag = is_custom ? "source=promise-module" : "source=promise";
    for (const std::string& name : outcome.classes) {
        run.classes.define(round.frame(), name, scope, {tag});
        // The class checksum_alerts outlives the run, so that a later one can react.
        if (name == "checksum_alerts" && round.kind() == PromiseKind::files)
            persist_class(
                round, name, run.control.files.alert_time.count(), TimerPolicy::absolute, {}
            );
    }
    define_variables(round, outcome);
    // Functions may see what the promise changed on the machine.
    if (outcome.result() != Verdict::kept) {
        run.changes.note();
        run.world.keeper.note_change();
    }
    if (round.kind() == PromiseKind::commands && round.is_true("module"))
        read_module_lines(round, outcome.output);
}

void Completion::finish(const Outcome& outcome) {
    PromiseLock lock = std::move(lock_);
    if (outcome.verdicts.empty() && action_.terms.timing == Terms::Timing::background) return;
    const Frame& frame = round_.frame();
    const Defining defining(round_.run(), {&frame.bundle, &round_.statement(), frame.pass});
    const auto take_over = [&] {
        define_results(round_, outcome);
        note_kept(round_);
        if (outcome.would_repair()) expect_repair(round_, std::array{name_of(round_)});
        if (!outcome.parts.empty()) define_part_classes(round_, outcome);
        conclude(round_, outcome);
        log_result(round_.run(), action_.log, outcome.verdicts, action_.terms);
        lock.note(outcome.verdicts);
    };
    // Observers know the outcome already.
    guarded(take_over, [&](const std::string& reason) { log_failure(round_, reason); });
}

} // namespace vow::cfengine
