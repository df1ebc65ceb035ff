#pragma once

#include "policy/skopos/plan/plan.h"

#include <span>
#include <string>
#include <vector>

namespace vow::skopos {

/// A part of a plan that is run alone.
struct StepSelection {
    /// "step 'build' (plan.yaml:6)", in written order.
    std::vector<std::string> chosen;
    std::vector<std::string> needed; ///< the steps that those depend on
};

/// Leaves all steps out of a plan but those that `only` names by FILE:LINE, id, class, plugin or
/// promise type, and those that they depend on: the steps that hold them, the gates before them,
/// and the plugin actions that make the instances that they use. A chosen step brings those that it
/// holds. A failure whose flow leads to a step that is left out fails the chain. Throws OptionError
/// for a name that no step has.
StepSelection select_steps(Plan& plan, std::span<const std::string> only);

} // namespace vow::skopos
