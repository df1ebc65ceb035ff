#include "agent/release/schedule.h"

#include "protocol/data/conversion.h"
#include "protocol/text/text.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

namespace vow::agent {
namespace {

using std::chrono::minutes;

constexpr std::array<std::string_view, 7> weekday_names = {
    "sun", "mon", "tue", "wed", "thu", "fri", "sat"};
constexpr minutes hour{60}, day{24 * 60};

std::optional<int> number_in(std::string_view digits) {
    int number = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, number);
    const bool is_number = error == std::errc() && rest == end && digits.front() != '-';
    return is_number ? std::optional(number) : std::nullopt;
}

/// "04:30"; nullopt for anything else and from 24:00 on.
std::optional<minutes> time_of_day_from(std::string_view text) {
    if (text.size() != 5 || text[2] != ':') return std::nullopt;
    const auto hours = number_in(text.substr(0, 2));
    const auto rest = number_in(text.substr(3));
    if (!hours || !rest || *hours > 23 || *rest > 59) return std::nullopt;
    return hour * *hours + minutes(*rest);
}

std::string text_of(minutes time) {
    const auto padded = [](std::int64_t number) {
        return std::string(number < 10 ? "0" : "") + std::to_string(number);
    };
    return padded(time / hour) + ":" + padded((time % hour).count());
}

minutes time_member(const MetadataMembers& members, std::string_view name) {
    const std::string text = members.text(name);
    const auto time = time_of_day_from(text);
    if (!time) members.fail("has a window with the time '" + text + "', not one such as 04:30");
    return *time;
}

std::vector<int> weekdays_of(const MetadataMembers& members) {
    std::vector<int> weekdays;
    if (members.find("days") == nullptr) return weekdays;
    for (const std::string& name : members.texts("days")) {
        const auto* found = std::ranges::find(weekday_names, name);
        if (found == weekday_names.end())
            members.fail(
                "has a window on '" + name + "', not one of " + joined(weekday_names, ", ")
            );
        weekdays.push_back(static_cast<int>(found - weekday_names.begin()));
    }
    if (weekdays.empty()) members.fail("has a window without days");
    return weekdays;
}

TimeWindow window_from(const MetadataMembers& members) {
    members.require_known({"days", "from", "until"});
    return {
        .weekdays = weekdays_of(members),
        .from = time_member(members, "from"),
        .until = time_member(members, "until")};
}

std::vector<std::string> names_of(const std::vector<int>& weekdays) {
    std::vector<std::string> names;
    names.reserve(weekdays.size());
    for (const int weekday : weekdays)
        names.emplace_back(weekday_names.at(static_cast<std::size_t>(weekday)));
    return names;
}

Data data_of(const TimeWindow& window) {
    std::vector<Data::Member> members;
    if (!window.weekdays.empty()) members.emplace_back("days", array_of(names_of(window.weekdays)));
    members.emplace_back("from", Data::string(text_of(window.from)));
    members.emplace_back("until", Data::string(text_of(window.until)));
    return Data::object(std::move(members));
}

} // namespace

LocalMoment local_moment(ReleaseTime time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm local = {};
    ::localtime_r(&seconds, &local);
    return {.weekday = local.tm_wday, .time = hour * local.tm_hour + minutes(local.tm_min)};
}

bool TimeWindow::has(const LocalMoment& moment) const {
    const auto begins_on = [&](int weekday) {
        return weekdays.empty() || std::ranges::find(weekdays, weekday) != weekdays.end();
    };
    const minutes length = until > from ? until - from : until - from + day;
    const bool is_today = begins_on(moment.weekday) && moment.time >= from;
    if (is_today && moment.time - from < length) return true;
    constexpr int days_before = 6; // modulo the week
    return begins_on((moment.weekday + days_before) % 7) && moment.time + day - from < length;
}

std::string TimeWindow::text() const {
    const std::string days = joined(names_of(weekdays), " ");
    return days + (days.empty() ? "" : " ") + text_of(from) + "-" + text_of(until);
}

std::optional<std::string>
Schedule::objection_at(ReleaseTime now, const LocalMoment& moment) const {
    if (not_before && now < *not_before) return "before " + utc_text(*not_before);
    const auto has_moment = [&](const TimeWindow& window) { return window.has(moment); };
    if (windows.empty() || std::ranges::any_of(windows, has_moment)) return std::nullopt;
    std::vector<std::string> texts;
    texts.reserve(windows.size());
    for (const TimeWindow& window : windows)
        texts.push_back(window.text());
    return "outside of " + joined(texts, ", ");
}

bool Schedule::is_due(ReleaseTime last, ReleaseTime now) const {
    return now < last || now - last >= every - every / 10;
}

Data data_of(const Schedule& schedule) {
    std::vector<Data::Member> members;
    if (schedule.not_before)
        members.emplace_back("not_before", Data::string(utc_text(*schedule.not_before)));
    if (!schedule.windows.empty()) {
        Data::Array windows;
        windows.reserve(schedule.windows.size());
        for (const TimeWindow& window : schedule.windows)
            windows.push_back(data_of(window));
        members.emplace_back("windows", Data::array(std::move(windows)));
    }
    if (schedule.every.count() > 0)
        members.emplace_back("every", Data::integer(schedule.every.count()));
    return Data::object(std::move(members));
}

Schedule schedule_from(const MetadataMembers& members) {
    members.require_known({"not_before", "windows", "every"});
    Schedule schedule;
    if (members.find("not_before") != nullptr) {
        schedule.not_before = utc_from(members.text("not_before"));
        if (!schedule.not_before)
            members.fail(
                "has a 'not_before' at '" + members.text("not_before") + "', not a time of UTC"
            );
    }
    if (members.find("windows") != nullptr)
        for (const Data& window : members.array("windows"))
            schedule.windows.push_back(window_from(members.item(window)));
    if (members.find("every") != nullptr) {
        const std::int64_t every = members.number("every", 1);
        if (every > max_release_time) members.fail("has an 'every' of more than a year");
        schedule.every = std::chrono::seconds(every);
    }
    return schedule;
}

} // namespace vow::agent
