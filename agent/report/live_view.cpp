#include "agent/report/live_view.h"

#include "protocol/text/credentials.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace vow::agent {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 500ms; ///< with a promise, or with the evaluation
constexpr auto beat = 250ms;

/// A thread that gets no signals: they are for the thread that runs the policy.
template <class Work>
std::thread quiet_thread(Work work) {
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread(std::move(work));
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

std::string seconds_text(std::chrono::steady_clock::duration waited) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(waited).count();
    return "  " + std::to_string(seconds) + " s: ";
}

} // namespace

std::string live_description(const Promise& promise) {
    std::string text = promise.type->name + " '" + without_credentials(promise.promiser) + "'";
    if (promise.origin.line == 0) return text;
    return text + " (" + promise.origin.file + ":" + std::to_string(promise.origin.line) + ")";
}

LiveView::~LiveView() {
    if (!watcher_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        output_.hide_status();
    }
    changed_.notify_one();
    watcher_.join();
}

void LiveView::start() {
    const std::lock_guard lock(mutex_);
    note_activity();
    if (!watcher_.joinable()) watcher_ = quiet_thread([this] { watch(); });
}

void LiveView::receive(const Event& /*event*/) {
    const std::lock_guard lock(mutex_);
    note_activity();
}

void LiveView::note_activity() {
    last_activity_ = Clock::now();
}

LiveView::Row* LiveView::row_of(Key key) {
    const auto found = std::ranges::find(rows_, key, &Row::key);
    return found == rows_.end() ? nullptr : &*found;
}

void LiveView::begin(Key key, std::string description) {
    const std::lock_guard lock(mutex_);
    note_activity();
    rows_.push_back({.key = key, .description = std::move(description), .since = last_activity_});
}

void LiveView::progress(Key key, int percent, const std::string& text) {
    const std::lock_guard lock(mutex_);
    Row* row = row_of(key);
    if (row == nullptr) return;
    row->progress = ": " + std::to_string(percent) + " %";
    if (!text.empty()) row->progress.append(" ").append(text);
}

void LiveView::log(Key key, std::string line) {
    const std::lock_guard lock(mutex_);
    if (Row* row = row_of(key)) row->last_line = std::move(line);
}

void LiveView::end(Key key) {
    const std::lock_guard lock(mutex_);
    std::erase_if(rows_, [&](const Row& row) { return row.key == key; });
    note_activity();
    output_.hide_status();
}

/// Promises that are through in no time are not shown, unless they report progress.
std::vector<std::string> LiveView::lines(Clock::time_point now) const {
    std::vector<std::string> lines;
    lines.reserve(rows_.size());
    for (const Row& row : rows_) {
        const auto waited = now - row.since;
        if (waited < patience && row.progress.empty()) continue;
        std::string line = seconds_text(waited) + row.description + row.progress;
        if (!row.last_line.empty()) line.append("; ").append(row.last_line);
        lines.push_back(std::move(line));
    }
    const auto silent = now - last_activity_;
    if (rows_.empty() && silent >= patience)
        lines.push_back(seconds_text(silent) + "working on the policy");
    return lines;
}

void LiveView::watch() {
    std::unique_lock lock(mutex_);
    while (!is_over_) {
        const auto shown = lines(Clock::now());
        if (!shown.empty()) output_.show_status(shown);
        changed_.wait_for(lock, beat);
    }
}

} // namespace vow::agent
