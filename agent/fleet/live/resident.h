#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow agent`: stays connected to the fleet, until a signal ends it. Returns the exit status.
/// Throws UsageError if this host has not joined.
int run_resident(const Options& options);

} // namespace vow::agent
