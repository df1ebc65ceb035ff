#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow plan --sandbox`: runs a policy for real, in a copy of this host that is thrown away, and
/// shows what it changed there. Returns the exit status. Throws UsageError when no sandbox can be
/// made here, or when an option would write a file in it; then nothing has run.
int run_in_sandbox(Options options);

} // namespace vow::agent
