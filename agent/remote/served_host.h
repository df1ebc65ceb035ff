#pragma once

#include "agent/options.h"

namespace vow::agent {

/// `vow module host`: answers the requests of a vow on another machine, which come as lines of
/// standard input, until it ends. Returns the exit status.
int serve_host(const Options& options);

} // namespace vow::agent
