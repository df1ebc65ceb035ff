#include "policy/cfengine/functions/families.h"

#include <algorithm>
#include <array>
#include <ctime>

namespace vow::cfengine::families {

namespace {

constexpr std::size_t units = 6;

/// The arguments years, months, days, hours, minutes and seconds. nullopt if one is not a number.
std::optional<std::array<long long, units>> date_arguments(Call& call) {
    std::array<long long, units> date{};
    for (std::size_t i = 0; i < units; ++i) {
        const auto number = call.integer(i);
        if (!number) return std::nullopt;
        date[i] = *number;
    }
    return date;
}

/// Local time with months and days counted from 0.
std::tm broken_down(const std::array<long long, units>& date) {
    std::tm time{};
    time.tm_year = static_cast<int>(date[0] - 1900);
    time.tm_mon = static_cast<int>(date[1]);
    time.tm_mday = static_cast<int>(date[2] + 1);
    time.tm_hour = static_cast<int>(date[3]);
    time.tm_min = static_cast<int>(date[4]);
    time.tm_sec = static_cast<int>(date[5]);
    time.tm_isdst = -1;
    return time;
}

std::time_t current_time(Call& call) {
    return std::chrono::system_clock::to_time_t(call.around().settled_world().host.now());
}

Result accumulated(Call& call) {
    constexpr std::array<long long, units> seconds = {
        365LL * 24 * 3600, 30LL * 24 * 3600, 24LL * 3600, 3600, 60, 1};
    const auto date = date_arguments(call);
    if (!date) return std::nullopt;
    long long total = 0;
    for (std::size_t i = 0; i < units; ++i)
        total += (*date)[i] * seconds[i];
    return Value::integer(total);
}

Result ago(Call& call) {
    const auto date = date_arguments(call);
    if (!date) return std::nullopt;
    const std::time_t now = current_time(call);
    std::tm time{};
    ::localtime_r(&now, &time);
    time.tm_year -= static_cast<int>((*date)[0]);
    time.tm_mon -= static_cast<int>((*date)[1]);
    time.tm_mday -= static_cast<int>((*date)[2]);
    time.tm_hour -= static_cast<int>((*date)[3]);
    time.tm_min -= static_cast<int>((*date)[4]);
    time.tm_sec -= static_cast<int>((*date)[5]);
    return Value::integer(static_cast<long long>(std::max<std::time_t>(std::mktime(&time), 0)));
}

Result laterthan(Call& call) {
    const auto date = date_arguments(call);
    if (!date) return std::nullopt;
    std::tm time = broken_down(*date);
    time.tm_mon -= 1;
    time.tm_mday -= 1;
    return current_time(call) > std::mktime(&time);
}

Result now(Call& call) {
    const auto started = std::chrono::system_clock::to_time_t(call.around().started());
    return Value::integer(static_cast<long long>(started));
}

Result on(Call& call) {
    const auto date = date_arguments(call);
    if (!date) return std::nullopt;
    std::tm time = broken_down(*date);
    const std::time_t seconds = std::mktime(&time);
    if (seconds == -1) call.fail("illegal time value", LogLevel::info);
    return Value::integer(static_cast<long long>(seconds));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
Result strftime(Call& call) {
    const auto seconds = call.integer(2);
    if (!seconds) return std::nullopt;
    const std::time_t when = static_cast<std::time_t>(*seconds);
    std::tm time{};
    const bool is_time = (call.text(0) == "gmtime" ? ::gmtime_r(&when, &time)
                                                   : ::localtime_r(&when, &time)) != nullptr;
    if (!is_time) return call.fail("the time " + call.text(2) + " is out of range");
    std::array<char, 4096> buffer{};
    const auto size = std::strftime(buffer.data(), buffer.size(), call.text(1).c_str(), &time);
    if (size == 0) return std::nullopt;
    return Value::string(std::string(buffer.data(), size));
}
#pragma GCC diagnostic pop

using enum ParameterKind;

constexpr Parameters span_of_time = {
    {"years", integer, "0,1000"},
    {"months", integer, "0,1000"},
    {"days", integer, "0,1000"},
    {"hours", integer, "0,1000"},
    {"minutes", integer, "0,1000"},
    {"seconds", integer, "0,40000"}};

} // namespace

std::span<const Function> time() {
    static constexpr Function table[] = {
        {.name = "accumulated",
         .result = ResultType::integer,
         .parameters = span_of_time,
         .required = 6,
         .help = "A duration in seconds.",
         .example = "accumulated(0, 0, 1, 12, 0, 0)",
         .body = accumulated},
        {.name = "ago",
         .result = ResultType::integer,
         .parameters = span_of_time,
         .required = 6,
         .help = "The current time minus a duration, in seconds since the epoch.",
         .example = "ago(0, 0, 7, 0, 0, 0)",
         .body = ago},
        {.name = "laterthan",
         .category = "files",
         .result = ResultType::condition,
         .parameters =
             {{"years", integer, "0,10000"},
              {"months", integer, "0,1000"},
              {"days", integer, "0,1000"},
              {"hours", integer, "0,1000"},
              {"minutes", integer, "0,1000"},
              {"seconds", integer, "0,40000"}},
         .required = 6,
         .help = "Whether the local time given has passed.",
         .example = "laterthan(2030, 1, 1, 0, 0, 0)",
         .body = laterthan},
        {.name = "now",
         .category = "system",
         .result = ResultType::integer,
         .parameters = {},
         .required = 0,
         .help = "The time when the run began, in seconds since the epoch.",
         .example = "now()",
         .body = now},
        {.name = "on",
         .result = ResultType::integer,
         .parameters =
             {{"year", integer, "1970,3000"},
              {"month", integer, "0,1000"},
              {"day", integer, "0,1000"},
              {"hour", integer, "0,1000"},
              {"minute", integer, "0,1000"},
              {"second", integer, "0,1000"}},
         .required = 6,
         .help = "The local time given, in seconds since the epoch.",
         .example = "on(2030, 1, 1, 0, 0, 0)",
         .body = on},
        {.name = "strftime",
         .result = ResultType::string,
         .parameters =
             {{"zone", option, "gmtime,localtime"},
              {"format", text},
              {"time", integer, "0,99999999999"}},
         .required = 3,
         .help = "A time in the format of strftime(3).",
         .example = R"(strftime("gmtime", "%Y-%m-%d", 1700000000))",
         .body = strftime},
    };
    return table;
}

} // namespace vow::cfengine::families
