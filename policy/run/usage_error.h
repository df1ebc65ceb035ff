#pragma once

#include <stdexcept>

namespace vow {

/// The command line names something that cannot be used, or its options do not fit the policy. Ends
/// the program with the exit status of wrong usage; the message is for the user.
class UsageError : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

} // namespace vow
