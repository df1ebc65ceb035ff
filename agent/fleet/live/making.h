#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

// The commands that make the folders of fleets and of their servers. All return the exit status,
// and throw UsageError and BusError.

int init_fleet(const Options& options);
int make_leaf(const Options& options);

} // namespace vow::agent
