#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow release ...`: makes, changes, publishes and verifies a repository of signed releases, a
/// folder that any web server may serve (docs/releases.md). Returns the exit status, after printing
/// why the work could not be done.
int work_with_releases(const Options& options);

} // namespace vow::agent
