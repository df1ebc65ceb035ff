#pragma once

#include "policy/skopos/plan/plan.h"
#include "policy/skopos/values/step_scope.h"

namespace vow::skopos {

/// The JSON object that a plugin reads from its standard input. Throws StepFailure if an argument
/// refers to something without a value.
Data plugin_request(const PluginCall& call, const StepScope& scope);

/// The JSON object that a plugin has written; empty if it wrote nothing. Throws StepFailure for
/// anything else.
Data plugin_answer(std::string_view output);

/// Changes the instances that an action addresses as its plugin has answered: the ones that it
/// names exist now, and destroyed ones do not. `scope` is that of the step.
void apply_answer(
    const PluginCall& call, const Data& answer, const StepScope& scope, Instances& instances
);

/// Assumes that a plugin has created or destroyed what its action addresses, for dry runs.
void apply_assumed(const PluginCall& call, const StepScope& scope, Instances& instances);

} // namespace vow::skopos
