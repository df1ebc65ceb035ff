#pragma once

#include "protocol/client/limits.h"

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

namespace vow::agent {

/// A fault in a limit on the command line, as a message for the user.
struct LimitError {
    std::string message;
};

/// The phase of a script or plugin that a policy runs by itself.
inline constexpr std::string_view action_phase = "action";

/// A time limit from "PHASE=SECONDS"; seconds may be fractional.
std::variant<std::chrono::milliseconds, LimitError> limit_from(std::string_view text);

/// Returns `limits` with one of them changed according to "PHASE=SECONDS"; seconds may be
/// fractional.
std::variant<client::Limits, LimitError>
with_limit(const client::Limits& limits, std::string_view text);

} // namespace vow::agent
