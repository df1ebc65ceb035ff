#include "agent/review/run_text.h"

#include "agent/exit_status.h"
#include "agent/report/change_text.h"
#include "agent/report/reason.h"
#include "protocol/system/child.h"
#include "protocol/text/text.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <utility>

namespace vow::agent {

namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

std::string text_member(const Data& object, std::string_view name) {
    const Data* value = object.find(name);
    return value == nullptr ? std::string() : std::string(value->text());
}

Data number_or_null(const std::optional<int>& number) {
    return number ? Data::integer(*number) : Data();
}

} // namespace

std::string local_time(RunTime time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts = {};
    ::localtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts)};
}

std::string utc_time(RunTime time) {
    return utc_text(std::chrono::floor<seconds>(time));
}

std::string duration_text(microseconds duration) {
    constexpr std::int64_t minute = 60, hour = 60 * minute, day = 24 * hour;
    const std::int64_t whole = std::chrono::duration_cast<seconds>(duration).count();
    const auto two = [](std::int64_t large, const char* unit, std::int64_t small, const char* rest
                     ) {
        std::string text = std::to_string(large) + unit;
        return small == 0 ? text : text + " " + std::to_string(small) + rest;
    };
    if (whole >= day) return two(whole / day, " d", whole % day / hour, " h");
    if (whole >= hour) return two(whole / hour, " h", whole % hour / minute, " min");
    if (whole >= minute) return two(whole / minute, " min", whole % minute, " s");
    std::array<char, 32> text{};
    const double exact = std::chrono::duration<double>(duration).count();
    std::snprintf(text.data(), text.size(), exact < 1 ? "%.3f s" : "%.2f s", exact);
    return text.data();
}

std::string whole_seconds_text(seconds age) {
    return age < std::chrono::minutes(1) ? std::to_string(age.count()) + " s" : duration_text(age);
}

std::string state_of(const RecordedRun& run) {
    if (!run.exit_status) return run.is_running() ? "running" : "unfinished";
    switch (static_cast<ExitStatus>(*run.exit_status)) {
    case ExitStatus::success: return "good";
    case ExitStatus::not_kept: return "not kept";
    case ExitStatus::policy_errors: return "errors in the policy";
    case ExitStatus::aborted: return "aborted";
    case ExitStatus::waiting: return "waits";
    case ExitStatus::fault: return "internal error";
    default: break;
    }
    const int signal = *run.exit_status - ended_by_signal(0);
    if (signal > 0) return "ended by " + signal_text(signal);
    return "exit status " + std::to_string(*run.exit_status);
}

std::optional<std::int64_t> total_of(const RecordedRun& run, std::string_view name) {
    const Data* value = run.totals ? run.totals->find(name) : nullptr;
    if (value == nullptr) return std::nullopt;
    return static_cast<std::int64_t>(value->as_real());
}

std::string totals_text(const RecordedRun& run) {
    constexpr std::array names{"kept", "repaired", "not_kept", "skipped"};
    std::string text;
    for (const char* name : names) {
        const auto count = total_of(run, name);
        if (!count) continue;
        if (!text.empty()) text += ", ";
        text += std::to_string(*count) + " " + words_of_result(name);
    }
    return text;
}

std::optional<microseconds> duration_of(const RecordedRun& run) {
    if (!run.finished) return std::nullopt;
    return std::chrono::duration_cast<microseconds>(*run.finished - run.started);
}

std::string title_of(const RecordedPromise& promise) {
    const std::string title = promise_text(promise.type, promise.promiser);
    return promise.place.empty() ? title : title + " (" + promise.place + ")";
}

std::string words_of_result(std::string_view result) {
    std::string words(result);
    for (char& c : words) {
        if (c == '_') c = ' ';
    }
    return words;
}

std::string reason_text(const RecordedOutcome& outcome) {
    return outcome.reason ? text_member(*outcome.reason, "name") : std::string();
}

std::string change_text(const Data& change) {
    const auto known = change_from(change);
    return known ? headline(*known) : std::string();
}

std::string_view diff_of(const Data& change) {
    const Data* diff = change.find("diff");
    return diff == nullptr ? std::string_view() : diff->text();
}

std::vector<std::string_view> diff_lines_of(const Data& change) {
    auto lines = lines_of(diff_of(change));
    const bool has_names =
        lines.size() >= 2 && lines[0].starts_with("--- ") && lines[1].starts_with("+++ ");
    if (has_names) lines.erase(lines.begin(), lines.begin() + 2);
    return lines;
}

Data data_of(const RecordedRun& run) {
    return Data::object(
        {{"run", Data::integer(run.number)},
         {"started", Data::string(utc_time(run.started))},
         {"finished", run.finished ? Data::string(utc_time(*run.finished)) : Data()},
         {"policy", Data::string(run.policy())},
         {"policy_digest", Data::string(run.text("policy_digest"))},
         {"user", Data::string(run.text("user"))},
         {"exit_status", number_or_null(run.exit_status)},
         {"totals", run.totals.value_or(Data())}}
    );
}

std::vector<RecordedTiming> slowest(std::vector<RecordedTiming> timings, std::size_t count) {
    std::ranges::stable_sort(timings, std::ranges::greater(), &RecordedTiming::duration);
    timings.resize(std::min(timings.size(), count));
    return timings;
}

std::vector<TypeTiming>
slowest_types(const std::vector<RecordedTiming>& timings, std::size_t count) {
    std::map<std::string, TypeTiming> by_type;
    for (const RecordedTiming& timing : timings) {
        TypeTiming& type = by_type[timing.promise.type];
        ++type.promises;
        type.duration += timing.duration;
    }
    std::vector<TypeTiming> types;
    types.reserve(by_type.size());
    for (auto& [name, type] : by_type) {
        type.type = name;
        types.push_back(std::move(type));
    }
    std::ranges::stable_sort(types, std::ranges::greater(), &TypeTiming::duration);
    types.resize(std::min(types.size(), count));
    return types;
}

std::string title_of(const TypeTiming& type) {
    const std::string count = std::to_string(type.promises);
    return type.type + ", " + count + (type.promises == 1 ? " promise" : " promises");
}

} // namespace vow::agent
