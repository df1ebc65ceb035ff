#include "agent/fleet/live/host_history.h"

#include "agent/review/reading.h"

#include <charconv>

namespace vow::agent {
namespace {

constexpr const char* delivered = "delivered";

std::int64_t number_in(const std::string& text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

LastRun last_of(const std::vector<RecordedRun>& runs) {
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if (run->is_running()) continue;
        const Report report = report_of(*run, {}, "", "");
        return {.verdict = report.verdict(), .number = report.number, .finished = report.finished};
    }
    return {};
}

} // namespace

HostHistory::Pending
HostHistory::pending(const std::string& host, const std::string& name, std::size_t most) const {
    Reading history(options_);
    const auto& runs = history.runs();
    Pending found{.last = last_of(runs)};
    std::int64_t last = number_in(membership_.kept(delivered));
    if (!runs.empty() && runs.back().number < last) last = 0; // the history began once more
    for (const RecordedRun& run : runs) {
        if (run.number <= last) continue;
        if (run.is_running()) break; // those after it wait, so that the order is kept
        ++found.count;
        if (found.reports.size() < most)
            found.reports.push_back(report_of(run, history.outcomes(run), host, name));
    }
    return found;
}

void HostHistory::mark_delivered(std::int64_t run) const {
    membership_.keep(delivered, std::to_string(run));
}

} // namespace vow::agent
