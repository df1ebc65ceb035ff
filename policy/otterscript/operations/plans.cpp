#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/statements/operation_run.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array plan_properties = {
    Property{"ScriptText", Use::required}, Property{"Variables"}, Property{"OutputVariables"}};
constexpr std::array plan_call_properties = {
    Property{"Name", Use::required},
    Property{"Variables"},
    Property{"Parameters"},
    Property{"OutputVariables"}};

/// Runs a script that sees none of the caller's variables; its status joins.
void run_plan(OperationRun& run, const Script& script) {
    Executor& caller = run.executor();
    if (run.is_dry() && !caller.execution().is_simulation()) return;
    Executor own(
        caller.execution(),
        caller.task(),
        caller.observer(),
        caller.context(),
        caller.scope().detached(Variables::none())
    );
    for (const std::string_view property : {"Variables", "Parameters"}) {
        const Map* given = run.map(property);
        if (given == nullptr) continue;
        for (const auto& [name, value] : given->items())
            own.scope().variables.make(run.variable(name, value.sign())) = value;
    }
    Variables::NestedScope scope(own.scope().variables);
    std::map<std::string, Value> results;
    caller.execution().interpreter.run_with_outputs(
        script, own, run.list("OutputVariables"), results
    );
    if (own.status() != Status::error) caller.raise_status(own.status());
    for (auto& [name, value] : results)
        run.set_variable(name, std::move(value));
    if (own.status() == Status::error) run.end_failed();
}

void plan_execute(OperationRun& run) {
    Executor& executor = run.executor();
    run_plan(
        run,
        executor.execution().interpreter.script(
            TrustedText::given(run.text("ScriptText")), executor, run.action().span
        )
    );
}

void plan_call(OperationRun& run) {
    Executor& executor = run.executor();
    Interpreter& interpreter = executor.execution().interpreter;
    const auto path = interpreter.raft_file(executor.scope().raft, run.text("Name"), ".otter");
    if (!path) run.fail("the raft has no script '" + run.text("Name") + "'");
    run_plan(run, interpreter.script_file(*path, executor, run.action().span));
}

} // namespace

std::vector<Operation> plan_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"OSExec",
         "InedoCore",
         execute,
         plan_properties,
         &plan_execute,
         "Runs a text as a plan of its own.",
         R"(OSExec "Log-Information Hello;";)"},
        {"OSCall",
         "InedoCore",
         execute,
         plan_call_properties,
         &plan_call,
         "Runs a script of the raft as a plan of its own.",
         "OSCall deploy;"},
    };
}

} // namespace vow::otterscript
