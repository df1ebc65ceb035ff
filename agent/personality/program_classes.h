#pragma once

#include "agent/command_line/options.h"

#include <string>
#include <vector>

namespace vow::agent {

/// The hard classes that a policy knows the running program and its options by: `agent` or
/// `common`, `verbose_mode`, `opt_dry_run`, ...
std::vector<std::string> program_classes(const Options& options);

} // namespace vow::agent
