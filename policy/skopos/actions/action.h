#pragma once

#include "policy/skopos/actions/action_kinds.h"
#include "policy/skopos/actions/program_search.h"
#include "policy/skopos/plan/plan.h"
#include "policy/skopos/values/step_scope.h"

#include <string>

namespace vow::skopos {

/// A request that only the language itself makes of the core plugin: the instances that exist.
inline constexpr std::string_view describe_action = "inst_describe_init";

/// Runs the scripts, plugins and promises of a plan's actions, each as one promise. Borrows all.
class ActionRunner {
public:
    /// `limit` is the time that a script or plugin may take, in seconds.
    ActionRunner(World& world, const ProgramSearch& programs, double limit)
        : world_(world),
          programs_(programs),
          command_(world, programs.plan_folder(), limit) {}

    /// Runs the action of a step. `instances` is changed as the plugin answers.
    StepResult run(const Step& step, const StepScope& scope, Instances& instances, ScopeId id);

    /// The instances that the core plugin describes, by component; null if it does not exist. It
    /// gets what every plugin gets in that scope. Throws StepFailure, with the plugin's standard
    /// error logged.
    Data describe(const StepScope& scope);

private:
    StepResult run_script(const Step& step, const Script& script, const StepScope& scope);
    StepResult run_call(
        const Step& step, const PluginCall& call, const StepScope& scope, Instances& instances
    );
    StepResult run_promise(
        const Step& step, const PluginCall& call, const StepScope& scope, const PromiseType& type
    );

    World& world_;
    const ProgramSearch& programs_;
    CommandAction command_;
    ScopeId scope_id_ = ScopeId::run;
};

} // namespace vow::skopos
