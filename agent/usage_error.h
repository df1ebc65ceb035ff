#pragma once

#include <stdexcept>

namespace vow::agent {

/// What the command line names cannot be used. main() shows the message and ends the program with
/// ExitStatus::usage.
class UsageError : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

} // namespace vow::agent
