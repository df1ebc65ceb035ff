#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow module host`: serves the lines of standard input, which are the questions of a vow on
/// another machine, until it ends. Returns the exit status.
int serve_host(const Options& options);

} // namespace vow::agent
