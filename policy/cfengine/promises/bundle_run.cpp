#include "policy/cfengine/promises/bundle_run.h"

#include "policy/cfengine/promises/promise_run.h"

namespace vow::cfengine {
namespace {

constexpr int passes = 3;

/// Variables may be written before those they refer to; a chain settles in as many rounds as it is
/// long. Variables that grow with each round end after this many.
constexpr int most_rounds = 16;

/// No promise stays pending beyond the end of its section, even when the run ends in it.
void run_section(RunState& run, Frame& frame, const Section& section) {
    try {
        for (const PromiseStatement& promise : section.promises) {
            if (frame.ended || run.world.stop.signal() != 0) break;
            run_promise(run, frame, section, promise);
        }
    } catch (...) {
        run.pending.finish();
        throw;
    }
    run.pending.finish();
}

void run_sections(RunState& run, Frame& frame, PromiseKind kind) {
    for (const Section& section : frame.bundle.sections) {
        if (section.kind == kind) run_section(run, frame, section);
    }
}

/// Evaluates until nothing changes any more, or only what changed the time before: a variable that
/// is promised twice changes in every round.
template <class Evaluate>
void settle(RunState& run, const Evaluate& evaluate) {
    run.changes.take();
    std::uint64_t before = 0;
    for (int round = 0; round < most_rounds; ++round) {
        evaluate();
        const std::uint64_t changes = run.changes.take();
        if (changes == 0 || changes == before) return;
        before = changes;
    }
}

void settle_variables(RunState& run, Frame& frame) {
    settle(run, [&] { run_sections(run, frame, PromiseKind::variable); });
}

template <class Visit>
void for_each_of_type(
    const std::deque<Bundle>& bundles, std::string_view type, const Visit& visit
) {
    for (const Bundle& bundle : bundles) {
        if (bundle.type != type) continue;
        Frame frame{.bundle = bundle, .pass = 0};
        visit(frame);
    }
}

void run_bundle(RunState& run, Frame& frame) {
    // Every promise of the bundle sees the caller's classes and the arguments of this call.
    run.changes.note();
    settle_variables(run, frame);
    for (frame.pass = 1; frame.pass <= passes && !frame.ended; ++frame.pass) {
        for (const Section& section : frame.bundle.sections) {
            run_section(run, frame, section);
            if (section.kind != PromiseKind::class_) continue;
            // The promises that follow see the variables that the new classes guard.
            run_sections(run, frame, PromiseKind::variable);
            run_sections(run, frame, PromiseKind::default_value);
        }
    }
}

Value argument_value(const Evaluation& evaluated) {
    return evaluated.value ? evaluated.value->without_condition() : Value::string({});
}

/// The name in an argument `@(name)` that names nothing.
std::optional<std::string> missing_list(Expander& expander, const Expression& argument) {
    const auto* text = std::get_if<Text>(&argument.node);
    const Reference* whole = text ? text->sole_reference() : nullptr;
    if (!whole || whole->shape != Reference::Shape::list || expander.find(*whole)) return {};
    return whole->source.substr(2, whole->source.size() - 3);
}

Origin origin_of(const Bundle& bundle) {
    Origin origin{.bundle = bundle.name};
    if (bundle.span.source == nullptr) return origin;
    const Position position = bundle.span.position();
    origin.file = bundle.span.source->path();
    origin.line = position.line;
    origin.column = position.column;
    return origin;
}

/// The scope of a bundle call while it lasts. Only if an observer wants details.
class CallScope {
public:
    CallScope(RunState& run, const Frame& frame)
        : run_(run),
          frame_(frame),
          caller_(run.scopes.current()) {
        Observer& observer = run.world.observer;
        if (!observer.wants_details()) return;
        observer.receive(ScopeBegan{
            .scope = run.scopes.enter(),
            .parent = caller_,
            .kind = "bundle",
            .name = frame.bundle.name,
            .origin = origin_of(frame.bundle)});
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

} // namespace

// --- calls ---

bool takes_arguments(RunState& run, const Bundle& bundle, std::size_t count) {
    const std::size_t expected = bundle.parameters.size();
    // The reference calls a bundle without arguments; its parameters stay unresolved.
    const bool is_bare = count == 0 && run.control.manner == Manner::reference;
    if (count == expected || is_bare) return true;
    run.log(
        LogLevel::error,
        "Argument mismatch, expected " + std::to_string(expected) + " but got " +
            std::to_string(count) + " in bundle '" + bundle.name + "'"
    );
    return false;
}

std::optional<CallArguments>
arguments_of(Expander& expander, const Bundle& bundle, const std::vector<Expression>& arguments) {
    if (!takes_arguments(expander.run(), bundle, arguments.size())) return {};
    CallArguments made;
    for (const Expression& argument : arguments) {
        const Evaluation evaluated = expander.evaluate(argument);
        if (!evaluated.resolved) made.resolved = false;
        if (auto missing = missing_list(expander, argument))
            made.missing_lists.push_back(*std::move(missing));
        made.values.push_back(argument_value(evaluated));
    }
    return made;
}

void log_missing_lists(RunState& run, const Bundle& bundle, const CallArguments& arguments) {
    for (const std::string& name : arguments.missing_lists) {
        run.log(
            LogLevel::error,
            "List or container parameter '" + name + "' not found while constructing scope '" +
                bundle.name + "' - use @(scope.variable) in calling reference"
        );
    }
}

void call_bundle(RunState& run, Frame& frame, std::vector<Value> arguments) {
    const Bundle& bundle = frame.bundle;
    const CallScope scope(run, frame);
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        run.variables.define(
            bundle.qualified,
            bundle.parameters[index],
            {},
            {std::move(arguments[index]), {"source=argument"}}
        );
    }
    run_bundle(run, frame);
    for (const Symbol parameter : bundle.parameters)
        run.variables.forget(bundle.qualified, parameter);
}

// --- before anything runs ---

void pre_evaluate_common(RunState& run, const std::deque<Bundle>& bundles) {
    settle(run, [&] {
        for_each_of_type(bundles, "common", [&](Frame& frame) {
            run_sections(run, frame, PromiseKind::variable);
        });
    });
    for_each_of_type(bundles, "common", [&](Frame& frame) {
        run_sections(run, frame, PromiseKind::class_);
        settle_variables(run, frame);
        run_sections(run, frame, PromiseKind::meta);
    });
    // A later bundle may have defined the classes that guard an earlier one.
    for_each_of_type(bundles, "common", [&](Frame& frame) {
        run_sections(run, frame, PromiseKind::variable);
    });
}

void pre_evaluate_agent(RunState& run, const std::deque<Bundle>& bundles) {
    for_each_of_type(bundles, "agent", [&](Frame& frame) {
        settle_variables(run, frame);
        run_sections(run, frame, PromiseKind::meta);
    });
}

} // namespace vow::cfengine
