#include "protocol/promise/log_level.h"

#include "protocol/text/named_value.h"

#include <array>

namespace vow {

namespace {

constexpr std::array all_levels = {
    LogLevel::critical,
    LogLevel::error,
    LogLevel::warning,
    LogLevel::notice,
    LogLevel::info,
    LogLevel::verbose,
    LogLevel::debug,
};

} // namespace

std::string_view text_of(LogLevel level) {
    switch (level) {
    case LogLevel::critical: return "critical";
    case LogLevel::error: return "error";
    case LogLevel::warning: return "warning";
    case LogLevel::notice: return "notice";
    case LogLevel::info: return "info";
    case LogLevel::verbose: return "verbose";
    case LogLevel::debug: return "debug";
    }
    return {};
}

std::optional<LogLevel> log_level_from(std::string_view word) {
    for (const LogLevel level : all_levels) {
        if (text_of(level) == word) return level;
    }
    return std::nullopt;
}

namespace {

constexpr NamedValue<LogPriority> priorities[] = {
    {"emergency", LogPriority::emergency},
    {"alert", LogPriority::alert},
    {"critical", LogPriority::critical},
    {"error", LogPriority::error},
    {"warning", LogPriority::warning},
    {"notice", LogPriority::notice},
    {"info", LogPriority::info},
    {"debug", LogPriority::debug},
};

constexpr NamedValue<LogFacility> facilities[] = {
    {"user", LogFacility::user},
    {"daemon", LogFacility::daemon},
    {"local0", LogFacility::local0},
    {"local1", LogFacility::local1},
    {"local2", LogFacility::local2},
    {"local3", LogFacility::local3},
    {"local4", LogFacility::local4},
    {"local5", LogFacility::local5},
    {"local6", LogFacility::local6},
    {"local7", LogFacility::local7},
};

} // namespace

LogPriority priority_of(LogLevel level) {
    switch (level) {
    case LogLevel::critical: return LogPriority::critical;
    case LogLevel::error: return LogPriority::error;
    case LogLevel::warning: return LogPriority::warning;
    case LogLevel::notice: return LogPriority::notice;
    case LogLevel::info: return LogPriority::info;
    case LogLevel::verbose:
    case LogLevel::debug: return LogPriority::debug;
    }
    return LogPriority::notice;
}

std::optional<LogPriority> log_priority_from(std::string_view word) {
    return find_value<LogPriority>(priorities, word);
}

std::optional<LogFacility> log_facility_from(std::string_view word) {
    return find_value<LogFacility>(facilities, word);
}

} // namespace vow
