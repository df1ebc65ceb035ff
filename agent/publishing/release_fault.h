#pragma once

#include "agent/exit_status.h"

#include <stdexcept>
#include <string>

namespace vow::agent {

/// A command of `vow release` cannot do its work: the exit status, and a message for the user.
/// Nothing that hosts can see has changed.
class ReleaseFault : public std::runtime_error {
public:
    ReleaseFault(ExitStatus status, const std::string& message)
        : std::runtime_error(message),
          status_(status) {}
    /// Something on the command line, or in the folder, cannot be used.
    explicit ReleaseFault(const std::string& message) : ReleaseFault(ExitStatus::usage, message) {}

    ExitStatus status() const { return status_; }

private:
    ExitStatus status_;
};

} // namespace vow::agent
