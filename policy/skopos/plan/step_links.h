#pragma once

#include "policy/skopos/plan/plan.h"
#include "policy/source/diagnostic.h"

namespace vow::skopos {

/// Finds the steps that flows name, each in the chain of its own step, and counts the actions,
/// delays and gates. Adds a diagnostic for a step that does not exist or is in another chain.
void link_steps(Plan& plan, Diagnostics& diagnostics);

} // namespace vow::skopos
