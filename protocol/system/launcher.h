#pragma once

#include "protocol/system/command.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <sys/types.h>

namespace vow {

/// The reason why a process was not started: an errno, and the call that set it ("exec", "chdir",
/// "setuid").
struct StartFailure {
    int error;
    std::string_view call;
    std::string details = {}; ///< more exact than the system's words for the error; may be empty

    /// "No such file or directory", or the details.
    std::string reason() const;
};

/// The descriptors a child gets as its standard files; a negative number means /dev/null.
struct StandardFiles {
    int input = -1, output = -1, errors = -1;
};

/// Forks a process and lets it become the program of a command: the launcher of Boost.Process with
/// initializers for what a child of ours needs, and without its handle and its context, which would
/// cost three descriptors. Returns the number of the process, which leads a group of its own. Only
/// start() calls it, for a command that the trust check has passed. docs/decisions/processes.md
/// has the reasons.
std::variant<pid_t, StartFailure> launch(
    const Command& command, const StandardFiles& files, const std::vector<std::string>& environment
);

} // namespace vow
