#pragma once

#include "agent/command_line/options.h"
#include "agent/planning/plan_file.h"

#include <string>

namespace vow::agent {

/// A plan file that `vow apply` may use, and the options of the run that keeps it: those of the
/// policy are the plan's, all others those of the command line.
struct AppliedPlan {
    PlanFile plan;
    Options options;
};

/// Reads the plan file that the options name, and goes to the folder in which it was made. Throws
/// UsageError, with the reason, if the plan must not be applied here or now.
AppliedPlan open_plan(const Options& given);

/// The folder with the key of plan files.
std::string state_folder_of(const Options& options);

/// "the plan 'site.plan' is refused: ...".
std::string refusal_of(const std::string& plan_file, const std::string& why);

} // namespace vow::agent
