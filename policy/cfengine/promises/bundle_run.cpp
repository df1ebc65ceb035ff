#include "policy/cfengine/promises/bundle_run.h"

#include "policy/cfengine/promises/custom_type.h"
#include "policy/cfengine/promises/kept_promise.h"
#include "policy/cfengine/promises/promise_run.h"
#include "policy/run/written_promise.h"

#include <algorithm>
#include <utility>

namespace vow::cfengine {
namespace {

enum class PreEvaluated { common, others, all };

constexpr int passes = 3;

/// Whether promises of earlier sections may be pending while those of this one are evaluated: none
/// of them changes the evaluation before its outcome comes.
bool goes_to_modules(PromiseKind kind) {
    return kind == PromiseKind::custom || kind == PromiseKind::files ||
           kind == PromiseKind::commands || kind == PromiseKind::packages ||
           kind == PromiseKind::processes || kind == PromiseKind::other_built_in;
}

/// When the run ends in a section, no promise stays pending.
void run_section(RunState& run, Frame& frame, const Section& section) {
    try {
        const bool is_apart = !goes_to_modules(section.kind) || may_affect_all(run, section);
        if (is_apart) run.pending.finish();
        for (const PromiseStatement& promise : section.promises) {
            if (frame.ended || run.world.stop.signal() != 0) break;
            run_promise(run, frame, section, promise);
        }
        if (is_apart || !run.section_ends.empty()) run.pending.finish();
        for (const auto& finish : std::exchange(run.section_ends, {}))
            finish();
    } catch (...) {
        run.section_ends.clear();
        run.pending.finish();
        throw;
    }
    if (section.type != "storage" || frame.ended || run.expected.is_assumed()) return;
    run.pending.finish();
    mount_listed_file_systems(run);
}

void run_sections(RunState& run, Frame& frame, PromiseKind kind) {
    for (const Section& section : frame.bundle.sections) {
        if (section.kind == kind) run_section(run, frame, section);
    }
}

/// The reference evaluates variables once; it expands values a second time, whatever they hold. vow
/// does not expand data, and evaluates until nothing changes, but no more often than this.
constexpr int max_rounds = 4;

template <class Evaluate>
void settle(RunState& run, const Evaluate& evaluate) {
    const int rounds = run.control.manner.evaluates_variables_once ? 1 : max_rounds;
    for (int round = 0; round < rounds; ++round) {
        const std::uint64_t before = run.changes.generation();
        evaluate();
        if (run.changes.generation() == before) return;
    }
}

void resolve_variables(RunState& run, Frame& frame) {
    settle(run, [&] { run_sections(run, frame, PromiseKind::variable); });
}

/// Evaluates the variables of a bundle, and before them those and the classes of a common one. The
/// length of a chain in the wrong order that resolves depends on how often this is done (semantics
/// 2).
void resolve(RunState& run, Frame& frame) {
    if (frame.bundle.type == "common") {
        resolve_variables(run, frame);
        run_sections(run, frame, PromiseKind::class_);
    }
    resolve_variables(run, frame);
}

/// References that had no value when a variable was defined are resolved when its bundle begins.
void expand_stored_values(RunState& run, Frame& frame) {
    if (!run.control.manner.expands_values_again) return;
    Expander expander(run, frame, nullptr);
    run.variables.expand_stored(frame.bundle.qualified, [&](const Value& value) {
        const Value expanded = *expander.expand_again({.value = value}).value;
        // A text does not become the list that it names.
        return expanded.type() == value.type() ? expanded : value;
    });
}

/// Bundles that are for other programs, which a check evaluates as well.
bool is_left_to_others(const RunState& run, const Bundle& bundle) {
    return run.world.options.purpose == Purpose::run &&
           (bundle.type == "server" || bundle.type == "monitor" || bundle.type == "watch");
}

template <class Visit>
void for_each_from(RunState& run, std::size_t first, PreEvaluated bundles, const Visit& visit) {
    for (std::size_t index = first; index < run.program.bundles.size(); ++index) {
        const Bundle& bundle = run.program.bundles[index];
        if (is_left_to_others(run, bundle)) continue;
        const bool is_common = bundle.type == "common";
        if (bundles != PreEvaluated::all && is_common != (bundles == PreEvaluated::common))
            continue;
        Frame frame{.bundle = bundle, .pass = 0};
        expand_stored_values(run, frame);
        visit(frame);
    }
}

bool is_top_down(const Bundle& bundle) {
    return bundle.order == EvaluationOrder::top_down;
}

void run_bundle(RunState& run, Frame& frame) {
    // Every promise of the bundle sees the caller's classes and the arguments of this call.
    run.changes.note();
    expand_stored_values(run, frame);
    if (frame.caller || !run.control.manner.enters_sequence_unresolved) resolve(run, frame);
    for (frame.pass = 1; frame.pass <= passes && !frame.ended; ++frame.pass) {
        for (const Section& section : frame.bundle.sections) {
            if (section.kind == PromiseKind::custom) expect_types_after(run, frame, section);
            run_section(run, frame, section);
            if (section.kind != PromiseKind::class_ || is_top_down(frame.bundle)) continue;
            // The promises that follow see the variables that the new classes guard.
            resolve(run, frame);
            run_sections(run, frame, PromiseKind::default_value);
        }
    }
    run.pending.finish(); // their outcomes belong to this call
    // The bundle may have called itself: its promises were evaluated for other arguments.
    run.changes.note();
}

/// Calls that failed may find their variables in the called bundle. Nullopt if one fails again.
std::optional<Value> call_again(RunState& run, Frame& frame, const Expression& call) {
    const Evaluation answer = Expander(run, frame, nullptr).evaluate(call);
    if (answer.value && (answer.text() || answer.condition()))
        return answer.value->without_condition();
    run.log(LogLevel::error, "Only functions returning scalars can be used as arguments");
    return {};
}

/// The pass is that of the caller.
Origin origin_of(const Frame& frame) {
    Origin origin = origin_at(frame.bundle.span);
    origin.bundle = frame.bundle.name;
    if (frame.caller != nullptr) origin.pass = frame.caller->pass;
    return origin;
}

/// The scope of a bundle call while it lasts. Only if an observer wants scopes.
class CallScope {
public:
    CallScope(RunState& run, const Frame& frame)
        : run_(run),
          frame_(frame),
          caller_(run.scopes.current()) {
        Observer& observer = run.world.observer;
        if (!observer.wants_scopes() || run.expected.is_assumed()) return;
        observer.receive(ScopeBegan{
            .scope = run.scopes.enter(),
            .parent = caller_,
            .kind = "bundle",
            .name = frame.bundle.name,
            .origin = origin_of(frame)});
    }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;
    ~CallScope() {
        const ScopeId scope = run_.scopes.current();
        if (scope == caller_) return;
        run_.world.observer.receive(ScopeEnded{scope, frame_.verdicts.worst()});
        run_.scopes.return_to(caller_);
    }

private:
    RunState& run_;
    const Frame& frame_;
    ScopeId caller_;
};

/// True if the value is a text that its own parameter would be part of: the reference, which calls
/// with open arguments, then leaves the parameter undefined.
bool is_circular(RunState& run, const Bundle& bundle, Symbol parameter, const Value& value) {
    const std::string* text = value.text();
    const std::string_view name = run.names().text(parameter);
    if (!run.control.manner.calls_with_open_arguments || !text || !refers_to(*text, name))
        return false;
    run.log(
        LogLevel::error,
        "The value of variable '" + std::string(run.names().text(bundle.qualified)) + "." +
            std::string(name) + "' contains a reference to itself, '" + *text + "'"
    );
    return true;
}

} // namespace

void run_listed_bundle(RunState& run, Frame& frame, ArgumentValues arguments) {
    const Bundle& bundle = frame.bundle;
    const CallScope scope(run, frame);
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const auto* failed = std::get_if<const Expression*>(&arguments[index]);
        auto value = failed ? call_again(run, frame, **failed)
                            : std::optional(std::get<Value>(std::move(arguments[index])));
        const Symbol parameter = bundle.parameters[index];
        if (!value || is_circular(run, bundle, parameter, *value)) continue;
        run.variables.define(
            bundle.qualified, parameter, {}, {*std::move(value), {"source=promise"}}
        );
    }
    run_bundle(run, frame);
}

void call_bundle(RunState& run, Frame& frame, ArgumentValues arguments) {
    run_listed_bundle(run, frame, std::move(arguments));
    for (const Symbol parameter : frame.bundle.parameters)
        run.variables.forget(frame.bundle.qualified, parameter);
}

// --- before anything runs ---

namespace {

void evaluate_others(RunState& run, Frame& frame) {
    if (!run.control.manner.evaluates_attributes_before_run) return;
    for (const Section& section : frame.bundle.sections) {
        if (section.kind == PromiseKind::meta || section.kind == PromiseKind::variable) continue;
        for (const PromiseStatement& promise : section.promises)
            evaluate_attributes(run, frame, section, promise);
    }
}

} // namespace

void resolve_bundles(RunState& run, std::size_t first) {
    const auto evaluate = [&](Frame& frame) { run_sections(run, frame, PromiseKind::variable); };
    if (!run.control.manner.evaluates_variables_once)
        settle(run, [&] { for_each_from(run, first, PreEvaluated::common, evaluate); });
    const auto visit = [&](Frame& frame) { resolve(run, frame); };
    for_each_from(run, first, PreEvaluated::common, visit);
    for_each_from(run, first, PreEvaluated::others, visit);
}

void evaluate_variables(RunState& run) {
    for_each_from(run, 0, PreEvaluated::all, [&](Frame& frame) {
        run_sections(run, frame, PromiseKind::meta);
        run_sections(run, frame, PromiseKind::variable);
        evaluate_others(run, frame);
    });
}

} // namespace vow::cfengine
