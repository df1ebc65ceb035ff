#pragma once

#include "policy/run/trusted_reader.h"
#include "policy/run/world.h"
#include "policy/skopos/actions/program_search.h"
#include "policy/skopos/plan/plan.h"
#include "policy/skopos/values/descriptors.h"
#include "policy/source/diagnostic.h"

namespace vow::skopos {

enum class PlanCheckExtent {
    all,
    names ///< only steps that nothing reaches and variables that do not exist
};

/// Adds a warning for everything in a plan that is allowed, but cannot be meant: steps that nothing
/// reaches, failures that nothing handles, programs and variables that do not exist. Adds errors
/// for promises that their module would refuse.
void check_plan(
    PlanCheckExtent extent,
    const Plan& plan,
    const Descriptors& descriptors,
    const ProgramSearch& programs,
    World& world,
    Diagnostics& diagnostics
);

/// Warns of steps that no end of their chain follows, of loops without rounds, of attributes that
/// change nothing, of steps that want different values for one object with nothing between them
/// that could use the first one, and of variables of the model or the command line that neither the
/// plan reads nor one of `sources`, the texts of plan, model and targets.
void lint(
    const Plan& plan,
    const Descriptors& descriptors,
    const Sources& sources,
    Diagnostics& diagnostics
);

} // namespace vow::skopos
