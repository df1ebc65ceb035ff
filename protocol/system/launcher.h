#pragma once

#include "protocol/system/child.h"
#include "protocol/system/command.h"

#include <string>
#include <variant>
#include <vector>

#include <sys/types.h>

namespace vow {

/// Forks a process and lets it become the program of a command: the launcher of Boost.Process with
/// initializers for what a child of ours needs, and without its handle and its context, which would
/// cost three descriptors. Returns the number of the process, which leads a group of its own. Only
/// start() calls it, for a command that the trust check has passed. docs/decisions/processes.md
/// has the reasons.
std::variant<pid_t, StartFailure> launch(
    const Command& command, const StandardFiles& files, const std::vector<std::string>& environment
);

} // namespace vow
