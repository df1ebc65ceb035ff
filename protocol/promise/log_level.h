#pragma once

#include <optional>
#include <string_view>

namespace vow {

/// The severity of a log line, worst first. The words are those of the wire (module protocol,
/// section 5). Only modules, and the agent about modules, log at `critical`.
enum class LogLevel { critical, error, warning, notice, info, verbose, debug };

/// "warning" for LogLevel::warning.
std::string_view text_of(LogLevel level);

/// The level of that name; nullopt for an unknown name.
std::optional<LogLevel> log_level_from(std::string_view word);

} // namespace vow
