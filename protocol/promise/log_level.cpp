#include "protocol/promise/log_level.h"

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

} // namespace vow
