#include "agent/review/run_report.h"
#include "agent/review/run_text.h"
#include "protocol/data/data.h"
#include "protocol/text/junit.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <tuple>

namespace vow::agent {
namespace {

constexpr std::size_t listed_slow = 10;

/// Text in Markdown on one line: each mark of ASCII is escaped, so that none has a meaning.
std::string marked_down(std::string_view text) {
    constexpr std::string_view marks = "\\`*_{}[]<>()#+-.!|~&$";
    std::string out;
    for (const char c : shown(text)) {
        if (marks.find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

/// A fence that no line of the text can close.
std::string fence_for(std::string_view text) {
    std::size_t longest = 2, length = 0;
    for (const char c : text) {
        length = c == '`' ? length + 1 : 0;
        longest = std::max(longest, length);
    }
    std::string fence(longest + 1, '`');
    return fence;
}

std::string marked_down(const RecordedOutcome& outcome) {
    std::string text =
        "- **" + words_of_result(outcome.result) + "** " + marked_down(title_of(outcome.promise));
    const std::string reason = reason_text(outcome);
    if (!reason.empty()) text += ": " + marked_down(reason);
    text += '\n';
    for (const Data& change : outcome.changes.items()) {
        text += "  - " + marked_down(change_text(change)) + "\n";
        const std::string_view diff = diff_of(change);
        if (diff.empty()) continue;
        const std::string fence = fence_for(diff);
        text += "\n    " + fence + "diff\n";
        for (const std::string_view line : lines_of(diff))
            text += "    " + shown(line) + "\n";
        text += "    " + fence + "\n\n";
    }
    return text;
}

/// A value of a label of Prometheus: three characters are escaped.
std::string label_text(std::string_view text) {
    std::string out;
    for (const char c : shown(text, LineEnds::kept)) {
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        if (c == '\\' || c == '"') out += '\\';
        out += c;
    }
    return out;
}

std::string seconds_text(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", seconds);
    return text.data();
}

double seconds_of(RunTime time) {
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

/// A metric with a value for each run; nullopt for a run without one.
struct Metric {
    const char* name;
    const char* help;
    std::function<std::optional<std::string>(const RecordedRun&)> value;
};

const std::vector<Metric>& metrics() {
    static const std::vector<Metric> all = {
        {"vow_last_run_timestamp_seconds",
         "When the last run ended or, if it did not end, when it began.",
         [](const RecordedRun& run) -> std::optional<std::string> {
             return seconds_text(seconds_of(run.finished.value_or(run.started)));
         }},
        {"vow_last_run_duration_seconds",
         "How long the last run took.",
         [](const RecordedRun& run) -> std::optional<std::string> {
             const auto duration = duration_of(run);
             if (!duration) return std::nullopt;
             return seconds_text(std::chrono::duration<double>(*duration).count());
         }},
        {"vow_last_run_exit_status",
         "The exit status of the last run.",
         [](const RecordedRun& run) -> std::optional<std::string> {
             if (!run.exit_status) return std::nullopt;
             return std::to_string(*run.exit_status);
         }},
    };
    return all;
}

std::string header_of(const std::string& name, const std::string& help) {
    return "# HELP " + name + " " + help + "\n# TYPE " + name + " gauge\n";
}

std::string promise_metrics(const std::vector<RecordedRun>& runs) {
    constexpr std::array results{
        "kept", "repaired", "not_kept", "skipped", "would_repair", "cannot_be_told"};
    std::string rows;
    for (const RecordedRun& run : runs) {
        for (const char* result : results) {
            const auto count = total_of(run, result);
            if (!count) continue;
            rows += "vow_promises{policy=\"" + label_text(run.policy()) + "\",result=\"" + result +
                    "\"} " + std::to_string(*count) + "\n";
        }
    }
    if (rows.empty()) return rows;
    return header_of("vow_promises", "The promises of the last run by their result.") + rows;
}

JunitCase::Result result_of(const RecordedOutcome& outcome) {
    if (is_failure(outcome)) return JunitCase::Result::failed;
    const bool is_done = outcome.result == "repaired" || outcome.result == "kept";
    return is_done ? JunitCase::Result::passed : JunitCase::Result::skipped;
}

JunitCase case_of(const RecordedPromise& promise, std::chrono::microseconds duration) {
    const std::size_t line = promise.place.rfind(':');
    return {
        .classname = promise.place.empty() ? promise.type : promise.place.substr(0, line),
        .name = title_of(promise),
        .duration = duration};
}

/// Of a run that failed without a promise that did.
JunitCase case_of(const RunReport& report) {
    return {
        .classname = report.run.policy(),
        .name = "the run itself",
        .result = JunitCase::Result::failed,
        .message = report.errors.empty() ? state_of(report.run) : report.errors.front(),
        .lines = report.errors};
}

} // namespace

std::string markdown_text(const RunReport& report) {
    const RecordedRun& run = report.run;
    std::string text = "# Run " + std::to_string(run.number) + ": " + state_of(run) + "\n\n";
    text += "- policy: " + marked_down(run.policy()) +
            "\n- host: " + marked_down(run.text("host")) +
            ", user: " + marked_down(run.text("user")) + "\n- began: " + local_time(run.started);
    if (const auto duration = duration_of(run)) text += ", took " + duration_text(*duration);
    text += "\n";
    if (const std::string totals = totals_text(run); !totals.empty())
        text += "- promises: " + totals + "\n";
    if (!report.errors.empty()) text += "\n## Errors\n\n";
    for (const std::string& error : report.errors)
        text += "- " + marked_down(error) + "\n";
    if (!report.outcomes.empty()) text += "\n## Outcomes\n\n";
    for (const RecordedOutcome& outcome : report.outcomes)
        text += marked_down(outcome);
    if (run.omitted > 0) text += std::to_string(run.omitted) + " more were not recorded.\n";
    if (!report.timings.empty()) text += "\n## Slowest promises\n\n";
    for (const RecordedTiming& timing : slowest(report.timings, listed_slow))
        text += "- " + duration_text(timing.duration) + " " +
                marked_down(title_of(timing.promise)) + "\n";
    return text;
}

/// Kept promises are known from their times alone.
std::string junit_of_run(const RunReport& report) {
    std::vector<JunitCase> cases;
    cases.reserve(report.outcomes.size() + report.timings.size());
    using Key = std::tuple<std::string, std::string, std::string>;
    std::map<Key, std::size_t> with_outcome;
    for (const RecordedOutcome& outcome : report.outcomes) {
        const auto& [type, promiser, place] = outcome.promise;
        ++with_outcome[{type, promiser, place}];
        JunitCase one = case_of(outcome.promise, outcome.duration);
        one.result = result_of(outcome);
        one.message = reason_text(outcome);
        if (one.message.empty()) one.message = words_of_result(outcome.result);
        for (const Data& change : outcome.changes.items())
            one.lines.push_back(change_text(change));
        cases.push_back(std::move(one));
    }
    if (report.run.has_failed() && std::ranges::none_of(report.outcomes, is_failure))
        cases.push_back(case_of(report));
    for (const RecordedTiming& timing : report.timings) {
        const auto& [type, promiser, place] = timing.promise;
        const auto found = with_outcome.find({type, promiser, place});
        if (found == with_outcome.end() || found->second == 0)
            cases.push_back(case_of(timing.promise, timing.duration));
        else
            --found->second;
    }
    return junit_text("vow run " + report.run.policy(), cases);
}

std::string prometheus_text(const std::vector<RecordedRun>& runs) {
    std::string text;
    for (const Metric& metric : metrics()) {
        std::string rows;
        for (const RecordedRun& run : runs) {
            const auto value = metric.value(run);
            if (!value) continue;
            rows += std::string(metric.name) + "{policy=\"" + label_text(run.policy()) + "\"} " +
                    *value + "\n";
        }
        if (!rows.empty()) text += header_of(metric.name, metric.help) + rows;
    }
    return text + promise_metrics(runs);
}

} // namespace vow::agent
