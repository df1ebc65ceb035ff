#include "agent/machine/fact_group.h"
#include "protocol/text/named_value.h"

#include <array>
#include <ctime>

#include <sys/sysinfo.h>

namespace vow::agent {
namespace {

constexpr std::array<std::string_view, 4> shifts = {"Night", "Morning", "Afternoon", "Evening"};

std::string two_digits(int number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

template <std::size_t Size>
std::string word_of(const std::array<std::string_view, Size>& words, int index) {
    return std::string(words.at(static_cast<std::size_t>(index)));
}

/// Hr09, Hr9, Q2, Hr09_Q2, Min17, Min15_20, Day21, Saturday, November, Yr2026, Lcycle_1, Morning.
void add_time_classes(FactSheet& found, const std::string& prefix, const std::tm& time) {
    const int year = time.tm_year + 1900;
    const std::string hour = "Hr" + two_digits(time.tm_hour);
    const std::string quarter = "Q" + std::to_string(time.tm_min / 15 + 1);
    const int five = time.tm_min / 5 * 5;
    const std::string minute = "Min" + two_digits(time.tm_min);
    const std::array<std::pair<std::string, std::string>, 12> classes = {{
        {"lcycle", "Lcycle_" + std::to_string(year % 3)},
        {"yr", "Yr" + std::to_string(year)},
        {"month", word_of(month_names, time.tm_mon)},
        {"dow", word_of(day_names, time.tm_wday)},
        {"dom", "Day" + std::to_string(time.tm_mday)},
        {"pod", word_of(shifts, time.tm_hour / 6)},
        {"hr", hour},
        {"hr_2", "Hr" + std::to_string(time.tm_hour)},
        {"qoh", quarter},
        {"hr_qoh", hour + "_" + quarter},
        {"min", minute},
        {"min_span_5", "Min" + two_digits(five) + "_" + two_digits((five + 5) % 60)},
    }};
    const std::string zone = prefix.empty() ? "" : "gmt_";
    for (const auto& [name, text] : classes) {
        const std::string word = std::string(prefix).append(text);
        found.add_class(word);
        found.set(std::string("time_based_").append(zone).append(name), word);
    }
}

} // namespace

void discover_clock(Host& host, const Site& /*site*/, FactSheet& found) {
    const std::time_t now = std::chrono::system_clock::to_time_t(host.now());
    std::tm local{}, universal{};
    ::localtime_r(&now, &local);
    ::gmtime_r(&now, &universal);
    add_time_classes(found, "", local);
    add_time_classes(found, "GMT_", universal);

    std::array<char, 64> date{};
    const std::size_t length =
        std::strftime(date.data(), date.size(), "%a %b %e %H:%M:%S %Y", &local);
    const std::string text(date.data(), length);
    found.set("date", text);
    found.set("cdate", canonified(text));
    found.set("systime", std::to_string(now));
    found.set("sysday", std::to_string(now / (24L * 60 * 60)));
    struct sysinfo system {};
    if (::sysinfo(&system) == 0) found.set("uptime", std::to_string(system.uptime / 60));
}

} // namespace vow::agent
