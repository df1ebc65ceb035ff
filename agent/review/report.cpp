#include "agent/report/output_file.h"
#include "agent/review/printer.h"
#include "agent/review/run_report.h"
#include "agent/review/run_text.h"
#include "agent/review/views.h"
#include "policy/run/usage_error.h"
#include "protocol/system/replacement.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t recent_runs = 30;
constexpr mode_t private_mode = 0600; ///< as secret as the history
constexpr mode_t public_mode = 0644;  ///< counts alone, for a program with another user

int write_whole(const std::string& path, std::string_view text, mode_t mode) {
    const auto place = output_place(path);
    if (!place) return place.error();
    return replace_file(*place, text, mode, Replacement::Durability::content);
}

int write_open(const std::string& option, const std::string& path, std::string_view text) {
    const FileDescriptor file = open_output_file(option, path);
    return write_all(file, text) ? 0 : errno;
}

void write(const std::string& option, const std::string& path, std::string_view text, mode_t mode) {
    const bool is_stream = path == "-" || is_device_path(path);
    const int error = is_stream ? write_open(option, path, text) : write_whole(path, text, mode);
    if (error == 0) return;
    throw UsageError(option + " " + path + ": cannot be written: " + output_problem(error));
}

RunReport report_on(const RecordedRun& run, Reading& history) {
    RunReport report{
        .run = run,
        .errors = history.errors(run),
        .outcomes = history.outcomes(run),
        .timings = history.timings(run),
        .timeline = history.timeline(run)};
    std::stable_partition(report.outcomes.begin(), report.outcomes.end(), is_failure);
    report.recent.push_back(run);
    for (const RecordedRun& each : history.runs()) {
        if (each.number < run.number && each.policy() == run.policy() && !each.is_running())
            report.recent.push_back(each);
    }
    std::ranges::sort(report.recent, {}, &RecordedRun::number);
    if (report.recent.size() > recent_runs)
        report.recent.erase(report.recent.begin(), report.recent.end() - recent_runs);
    return report;
}

/// The run that was named or, without a name, the last of each policy.
std::vector<RecordedRun> measured_runs(const Options& options, const Reading& history) {
    if (options.history.run) return {history.run(*options.history.run)};
    std::vector<RecordedRun> runs;
    for (const RecordedRun* run : history.last_runs())
        runs.push_back(*run);
    return runs;
}

} // namespace

int write_report(const Options& options, Reading& history) {
    ReportFiles files = options.history.files;
    if (!files.prometheus.empty()) {
        const std::string text = prometheus_text(measured_runs(options, history));
        write("--prometheus", files.prometheus, text, public_mode);
    }
    if ((files.html + files.junit + files.prometheus + files.markdown).empty())
        files.markdown = "-";
    if ((files.html + files.junit + files.markdown).empty()) return number_of(ExitStatus::success);
    const RunReport report = report_on(history.run(options.history.run.value_or(-1)), history);
    if (!files.html.empty()) write("--html", files.html, html_page(report), private_mode);
    if (!files.junit.empty()) write("--junit", files.junit, junit_of_run(report), private_mode);
    if (!files.markdown.empty())
        write("--markdown", files.markdown, markdown_text(report), private_mode);
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
