#include "agent/report/live_line.h"

#include "protocol/text/credentials.h"

#include <csignal>

namespace vow::agent {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 1s;
constexpr auto beat = 250ms;

std::string description_of(const Promise& promise) {
    std::string text = promise.type->name + " '" + without_credentials(promise.promiser) + "'";
    if (promise.origin.line == 0) return text;
    return text + " (" + promise.origin.file + ":" + std::to_string(promise.origin.line) + ")";
}

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

} // namespace

LiveLine::~LiveLine() {
    if (!watcher_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    changed_.notify_one();
    watcher_.join();
}

void LiveLine::receive(const Event& event) {
    if (const auto* started = std::get_if<PromiseStarted>(&event))
        wait_for(started->promise);
    else if (const auto* progress = std::get_if<Progress>(&event))
        show(*progress);
    else if (std::holds_alternative<PromiseDone>(event))
        stop_waiting();
}

void LiveLine::wait_for(const Promise& promise) {
    const std::lock_guard lock(mutex_);
    waits_for_ = description_of(promise);
    progress_.clear();
    since_ = Clock::now();
    if (!watcher_.joinable()) watcher_ = quiet_thread([this] { watch(); });
}

void LiveLine::show(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    progress_ = ": " + std::to_string(progress.percent) + " %";
    if (!progress.text.empty()) progress_.append(" ").append(progress.text);
}

void LiveLine::stop_waiting() {
    const std::lock_guard lock(mutex_);
    waits_for_.clear();
    output_.hide_status();
}

void LiveLine::watch() {
    std::unique_lock lock(mutex_);
    while (!is_over_) {
        const auto waited = Clock::now() - since_;
        if (!waits_for_.empty() && (waited >= patience || !progress_.empty())) {
            const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(waited).count();
            output_.show_status("  " + std::to_string(seconds) + " s: " + waits_for_ + progress_);
        }
        changed_.wait_for(lock, beat);
    }
}

} // namespace vow::agent
