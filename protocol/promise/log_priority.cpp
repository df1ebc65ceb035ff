#include "protocol/promise/log_priority.h"

#include <algorithm>
#include <array>

namespace vow {
namespace {

// In the order of LogPriority.
constexpr std::array<std::string_view, 8> priorities = {
    "emergency", "alert", "critical", "error", "warning", "notice", "info", "debug"};

struct FacilityName {
    std::string_view name;
    LogFacility facility;
};

constexpr std::array facilities = {
    FacilityName{"user", LogFacility::user},
    FacilityName{"daemon", LogFacility::daemon},
    FacilityName{"local0", LogFacility::local0},
    FacilityName{"local1", LogFacility::local1},
    FacilityName{"local2", LogFacility::local2},
    FacilityName{"local3", LogFacility::local3},
    FacilityName{"local4", LogFacility::local4},
    FacilityName{"local5", LogFacility::local5},
    FacilityName{"local6", LogFacility::local6},
    FacilityName{"local7", LogFacility::local7},
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
    const auto found = std::ranges::find(facilities, word, &FacilityName::name);
    if (found == facilities.end()) return {};
    return found->facility;
}

} // namespace vow
