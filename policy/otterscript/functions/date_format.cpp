#include "policy/otterscript/functions/date_format.h"

#include "protocol/text/named_value.h"

#include <algorithm>
#include <ctime>

namespace vow::otterscript {
namespace {

constexpr std::string_view letters = "yMdHhmsftz";

/// The standard formats of one letter.
std::string_view whole_format(std::string_view format) {
    if (format == "s") return "yyyy-MM-ddTHH:mm:ss";
    if (format == "u") return "yyyy-MM-dd HH:mm:ss'Z'";
    if (format == "o" || format == "O") return "yyyy-MM-ddTHH:mm:ss.fffffff";
    if (format == "d") return "MM/dd/yyyy";
    if (format == "D") return "dddd, dd MMMM yyyy";
    if (format == "t") return "HH:mm";
    if (format == "T") return "HH:mm:ss";
    return format;
}

std::string padded(long number, std::size_t width) {
    std::string digits = std::to_string(number);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return digits;
}

/// A name, or its first three letters.
std::string named(std::string_view name, std::size_t count) {
    return std::string(count == 3 ? name.substr(0, 3) : name);
}

/// "+02:00"
std::string zone_offset(const std::tm& time) {
    const long minutes = time.tm_gmtoff / 60;
    const long size = minutes < 0 ? -minutes : minutes;
    return (minutes < 0 ? "-" : "+") + padded(size / 60, 2) + ":" + padded(size % 60, 2);
}

/// One run of equal letters.
std::string part(const std::tm& time, long nanoseconds, char letter, std::size_t count) {
    switch (letter) {
    case 'y': return padded(count <= 2 ? time.tm_year % 100 : time.tm_year + 1900, count);
    case 'M':
        if (count > 2) return named(month_names.at(static_cast<std::size_t>(time.tm_mon)), count);
        return padded(time.tm_mon + 1, count);
    case 'd':
        if (count > 2) return named(day_names.at(static_cast<std::size_t>(time.tm_wday)), count);
        return padded(time.tm_mday, count);
    case 'H': return padded(time.tm_hour, std::min<std::size_t>(count, 2));
    case 'h': return padded((time.tm_hour + 11) % 12 + 1, std::min<std::size_t>(count, 2));
    case 'm': return padded(time.tm_min, std::min<std::size_t>(count, 2));
    case 's': return padded(time.tm_sec, std::min<std::size_t>(count, 2));
    case 'f': return padded(nanoseconds, 9).substr(0, std::min<std::size_t>(count, 9));
    case 't': return std::string(time.tm_hour < 12 ? "AM" : "PM").substr(0, count);
    default: break;
    }
    return zone_offset(time).substr(0, count < 3 ? 3 : 6);
}

} // namespace

std::string
formatted_date(std::chrono::system_clock::time_point time, std::string_view format, Zone zone) {
    format = whole_format(format);
    const auto since = time.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
    const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(since - seconds).count();
    const auto clock = static_cast<std::time_t>(seconds.count());
    std::tm parts{};
    zone == Zone::utc ? ::gmtime_r(&clock, &parts) : ::localtime_r(&clock, &parts);
    std::string text;
    for (std::size_t at = 0; at < format.size();) {
        const char next = format[at];
        if (next == '\'' || next == '"') {
            const std::size_t end = std::min(format.find(next, at + 1), format.size());
            text += format.substr(at + 1, end - at - 1);
            at = end + 1;
        } else if (next == '\\' && at + 1 < format.size()) {
            text += format[at + 1];
            at += 2;
        } else if (letters.find(next) == std::string_view::npos) {
            text += next;
            ++at;
        } else {
            const std::size_t end = std::min(format.find_first_not_of(next, at), format.size());
            text += part(parts, rest, next, end - at);
            at = end;
        }
    }
    return text;
}

} // namespace vow::otterscript
