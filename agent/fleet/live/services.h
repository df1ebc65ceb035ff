#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow fleet serve`: answers hosts that want to join, and opens the waves of rollouts. Its state
/// is on the bus: it can be killed at any moment, and several may run. Until a signal ends it.
int serve_fleet(const Options& options);

/// `vow fleet collect`: stores the reports of all hosts. A report is acknowledged once it is
/// stored; a killed collector gets it again, and stores it once. Until a signal ends it.
int collect_reports(const Options& options);

} // namespace vow::agent
