#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow history`, `vow status` and `vow report`: shows what runs have left in the state database,
/// changes nothing. Returns the exit status. Throws UsageError for a run that is not there, and for
/// a history that cannot be read.
int review_history(const Options& options);

} // namespace vow::agent
