#include "policy/cfengine/loading/load_steps.h"
#include "policy/cfengine/promises/bundle_run.h"
#include "policy/cfengine/values/persistent_classes.h"

#include <utility>

namespace vow::cfengine {
namespace {

/// If they are reported late, the run fails when it evaluates the value.
void report_deferred_errors(const Manner& manner, RunState& run, Diagnostics& diagnostics) {
    for (const FatalError& type_error : std::exchange(run.deferred_errors, {})) {
        if (manner.reports_mistakes_late)
            run.log_at(type_error.span, LogLevel::error, type_error.message);
        else
            diagnostics.add(cannot_evaluate, type_error.span, {type_error.message});
    }
}

} // namespace

void define_classes(const Dialect& dialect, LoadedPolicy& policy) {
    RunState& run = policy.run;
    Frame& frame = policy.control.frame();
    for (const std::string& name : dialect.negate)
        run.classes.global().negate(run.classes.symbol(name, "default"));
    for (const PersistentClass& kept : persistent_classes(run.world)) {
        const Symbol name = run.names().symbol(kept.name);
        if (run.classes.global().is_negated(name)) continue;
        run.classes.define(frame, name, ClassScope::name_space, {kept.tags, {}});
    }
    for (const std::string& name : dialect.define) {
        run.classes.define(frame, name, ClassScope::name_space, {"source=environment"});
    }
}

void resolve_part(LoadedPolicy& policy, std::size_t first) {
    resolve_bundles(policy.run, first);
    policy.control.define_variables();
}

void pre_evaluate(const Manner& manner, LoadedPolicy& policy, Diagnostics& diagnostics) {
    evaluate_variables(policy.run);
    policy.run.deferred_errors.clear();
    resolve_part(policy, 0);
    report_deferred_errors(manner, policy.run, diagnostics);
}

} // namespace vow::cfengine
