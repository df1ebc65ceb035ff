#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace vow {

/// "2026-11-26T09:20:17Z", as documents for programs have times (RFC 3339, always of UTC and
/// without fractions).
std::string utc_text(std::chrono::sys_seconds time);
/// nullopt for a text that utc_text() does not write.
std::optional<std::chrono::sys_seconds> utc_from(const std::string& text);

} // namespace vow
