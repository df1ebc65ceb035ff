#pragma once

#include <optional>
#include <string>

namespace vow {

/// "SIGTERM"; nullopt for a number without a name, such as a real-time signal.
std::optional<std::string> signal_name(int signal);

} // namespace vow
