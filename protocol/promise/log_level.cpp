#include "protocol/promise/log_level.h"

#include <algorithm>
#include <array>

namespace vow {
namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, 7> level_words = {
    "critical",
    "error",
    "warning",
    "notice",
    "info",
    "verbose",
    "debug",
};

} // namespace

std::string_view text_of(LogLevel level) {
    return level_words.at(static_cast<std::size_t>(level));
}

std::optional<LogLevel> log_level_from(std::string_view word) {
    const auto found = std::find(level_words.begin(), level_words.end(), word);
    if (found == level_words.end()) return std::nullopt;
    return static_cast<LogLevel>(found - level_words.begin());
}

} // namespace vow
