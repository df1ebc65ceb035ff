#pragma once

#include <optional>
#include <string_view>

namespace vow {

/// How grave a log line is, worst first. The words are those of the wire (module protocol,
/// section 5); `critical` is only ever said by modules and by the agent about modules.
enum class LogLevel { critical, error, warning, notice, info, verbose, debug };

/// "warning" for LogLevel::warning.
std::string_view text_of(LogLevel level);

/// The level a word names; none for a word that names no level.
std::optional<LogLevel> log_level_from(std::string_view word);

} // namespace vow
