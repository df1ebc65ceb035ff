#pragma once

#include "policy/skopos/actions/action.h"
#include "policy/skopos/run/run_journal.h"
#include "policy/skopos/run/run_report.h"

namespace vow::skopos {

/// The instances that exist when a run begins: those that the target lists, else those that its
/// core plugin describes. A dry run starts no plugin; a missing one is a warning. Throws
/// StepFailure if the plugin fails.
Instances first_instances(const RunSetup& setup, ActionRunner& actions, RunReport& report);

} // namespace vow::skopos
