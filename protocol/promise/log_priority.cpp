#include "protocol/promise/log_priority.h"

#include "protocol/text/named_value.h"

#include <algorithm>
#include <array>

namespace vow {
namespace {

// In the order of LogPriority.
constexpr std::array<std::string_view, 8> priorities = {
    "emergency", "alert", "critical", "error", "warning", "notice", "info", "debug"};

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
    const auto found = std::ranges::find(priorities, word);
    if (found == priorities.end()) return {};
    return LogPriority{static_cast<int>(found - priorities.begin())};
}

std::optional<LogFacility> log_facility_from(std::string_view word) {
    return find_value<LogFacility>(facilities, word);
}

} // namespace vow
