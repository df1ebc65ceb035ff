#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow module host NAME`: serves a bundled module to the other end of a connection. When the
/// connection is closed, the module and all that it has started end. Returns the exit status.
int serve_supervised(const Options& options);

} // namespace vow::agent
