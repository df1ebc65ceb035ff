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

/// The urgency of a line in the system log; numbered as in syslog (RFC 5424).
enum class LogPriority { emergency, alert, critical, error, warning, notice, info, debug };

/// The kind of program that a line in the system log comes from; numbered likewise.
enum class LogFacility {
    user = 1,
    daemon = 3,
    local0 = 16,
    local1,
    local2,
    local3,
    local4,
    local5,
    local6,
    local7
};

/// The priority of lines of a level.
LogPriority priority_of(LogLevel level);

/// "emergency", "alert", ...; nullopt for another word.
std::optional<LogPriority> log_priority_from(std::string_view word);

/// "user", "daemon", "local0" to "local7"; nullopt for another word.
std::optional<LogFacility> log_facility_from(std::string_view word);

} // namespace vow
