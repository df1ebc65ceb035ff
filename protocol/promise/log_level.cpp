#include "protocol/promise/log_level.h"

#include <algorithm>
#include <array>

namespace vow {
namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, 7> words = {
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
    return words.at(static_cast<std::size_t>(level));
}

std::optional<LogLevel> log_level_from(std::string_view word) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) return std::nullopt;
    return static_cast<LogLevel>(found - words.begin());
}

} // namespace vow
