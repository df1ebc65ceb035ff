#include "protocol/text/utc_time.h"

#include <array>

#include <time.h> // NOLINT(modernize-deprecated-headers): strptime and timegm are of POSIX

namespace vow {
namespace {

constexpr const char* form = "%Y-%m-%dT%H:%M:%SZ";

} // namespace

std::string utc_text(std::chrono::sys_seconds time) {
    const std::time_t count = time.time_since_epoch().count();
    std::tm parts = {};
    ::gmtime_r(&count, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), form, &parts)};
}

std::optional<std::chrono::sys_seconds> utc_from(const std::string& text) {
    std::tm parts = {};
    if (::strptime(text.c_str(), form, &parts) == nullptr) return std::nullopt;
    const std::chrono::sys_seconds time{std::chrono::seconds(::timegm(&parts))};
    // strptime() also takes blanks, short numbers, and days that a month does not have.
    if (utc_text(time) != text) return std::nullopt;
    return time;
}

} // namespace vow
