#include "policy/otterscript/statements/operation_run.h"
#include "policy/otterscript/statements/scope_report.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/run/guarded.h"
#include "protocol/text/text.h"

namespace vow::otterscript {
namespace {

/// The table of section 4: which kinds of operations run in which pass.
bool runs_now(OperationKind kind, const Executor& executor, Drift::Instance instance) {
    const Execution& execution = executor.execution();
    const bool is_always = executor.context().policy == ExecutionPolicy::always;
    switch (kind) {
    case OperationKind::intrinsic: return true;
    case OperationKind::collect:
    case OperationKind::verify: return execution.pass == Pass::collect;
    case OperationKind::ensure:
        return execution.pass != Pass::execute || is_always || execution.drift.has(instance);
    case OperationKind::execute:
        if (execution.pass == Pass::collect) return false;
        return execution.pass == Pass::execute_only || is_always ||
               execution.drift.is_in(executor.scope().path.back());
    }
    return false;
}

void set_outputs(const Action& action, const OperationRun& run, Executor& executor) {
    for (const Argument& argument : action.arguments) {
        const VariableName* variable = argument.output();
        if (variable == nullptr) continue;
        const auto found = run.outputs().find(lower_case(argument.name));
        Value value = found != run.outputs().end() ? found->second : Value::empty(variable->sign);
        if (found != run.outputs().end() && variable->sign == Sign::vector && value.is_text())
            value = Vector{std::move(value)};
        assign(*variable, Place::nearest, std::move(value), executor, argument.span);
    }
}

/// Its errors are logged; finish() raises them.
void run_operation(const Action& action, OperationRun& run) {
    const auto work = [&] {
        run.check_patterns();
        action.operation->run(run);
    };
    try {
        guarded<Raised, ConnectionLost>(work, [&](const std::string& reason) {
            run.log(LogLevel::error, with_place(reason, action.span));
        });
    } catch (const OperationFailed&) {
        return;
    }
}

} // namespace

void run_action(const Action& action, Executor& executor) {
    const Operation& operation = *action.operation;
    const auto place = reinterpret_cast<std::uintptr_t>(&action); // NOLINT: an identity
    const Drift::Instance instance = Drift::instance(executor.scope().path.back(), place);
    OperationRun run(executor, action, instance);
    if (!operation.unavailable.empty()) {
        executor.raise(operation.name + " is not available: " + operation.unavailable, action.span);
    }
    if (runs_now(operation.kind, executor, instance)) {
        run_in_scope(executor, "operation", operation.name, action.span, [&] {
            run_operation(action, run);
            run.finish();
        });
    }
    set_outputs(action, run, executor);
}

} // namespace vow::otterscript
