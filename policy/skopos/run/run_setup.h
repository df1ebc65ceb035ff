#pragma once

#include "policy/skopos/actions/action.h"
#include "policy/skopos/actions/program_search.h"
#include "policy/skopos/plan/plan.h"
#include "policy/skopos/run/run_report.h"
#include "policy/skopos/run/unfinished_run.h"
#include "policy/skopos/settings.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vow::skopos {

/// The parts that a plan runs with. Borrowed for one run.
struct RunSetup {
    const Plan& plan;
    const RunHead& head;
    const std::string& project;
    const ProgramSearch& programs;
    std::set<std::string> assumed_to_fail; ///< steps, in a dry run
    std::string command;                   ///< the command line that runs the plan
    bool is_dry;
    bool is_stepwise;
    double action_limit; ///< seconds
};

/// The instances that exist when a run begins: those that the target lists, else those that its
/// core plugin describes. A dry run starts no plugin; a missing one is a warning. Throws
/// StepFailure if the plugin fails.
Instances first_instances(const RunSetup& setup, ActionRunner& actions, RunReport& report);

/// The answers of the command line to the gates of a plan. Each answers one time that its gate is
/// reached, in their order; those for `*` answer all gates that have none of their own.
class GateAnswers {
public:
    /// Throws UsageError for a gate that the plan does not have.
    GateAnswers(const std::vector<Settings::Answer>& answers, const Plan& plan);

    /// The next answer to a gate: whether it passes. nullopt without one.
    std::optional<bool> take(const std::string& gate);

private:
    std::map<std::string, std::deque<bool>, std::less<>> answers_; ///< by gate
    std::optional<bool> all_;
};

} // namespace vow::skopos
