#pragma once

#include <stdexcept>

namespace vow::agent {

/// The command line names something that cannot be used. main() prints the message and exits with
/// ExitStatus::usage.
class UsageError : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

} // namespace vow::agent
