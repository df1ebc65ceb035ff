#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// Answers the questions of a vow on another machine: serves the lines of standard input until it
/// ends. Returns the exit status. HostService has the answers.
int serve_host(const Options& options);

} // namespace vow::agent
