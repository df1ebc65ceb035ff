#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow pull`: takes the policy of this host from a signed repository, tries it, runs it, and goes
/// back if it is bad; or one of the other tasks of the command. Returns the exit status. Throws
/// UsageError for settings that cannot be used.
int pull_policy(const Options& options);

} // namespace vow::agent
