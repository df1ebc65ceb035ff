#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace vow::otterscript {

/// An error that a `try` statement can catch. It is logged where it is raised.
class Raised : public std::runtime_error {
public:
    explicit Raised(const std::string& message) : std::runtime_error(message) {}
};

/// Ends the execution, whatever surrounds it. Not derived from std::exception, so that code which
/// catches errors does not catch it.
struct Fatal {};
static_assert(!std::is_base_of_v<std::exception, Fatal>);

} // namespace vow::otterscript
