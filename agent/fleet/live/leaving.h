#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow fleet leave` on a host: what 'vow fleet join' did is undone. Returns the exit status.
/// Throws UsageError.
int leave_fleet(const Options& options);

} // namespace vow::agent
