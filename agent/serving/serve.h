#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

/// `vow module serve NAME`: runs a bundled module as a program that speaks the module protocol.
/// Returns the exit status.
int serve_module(const Options& options);

} // namespace vow::agent
