#pragma once

#include "policy/skopos/actions/program_search.h"
#include "policy/skopos/plan/plan.h"
#include "policy/skopos/run/unfinished_run.h"

#include <set>
#include <string>

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

} // namespace vow::skopos
