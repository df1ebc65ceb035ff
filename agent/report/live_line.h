#pragma once

#include "agent/report/output.h"
#include "policy/run/observer.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace vow::agent {

/// Shows on a terminal which promise a run waits for, when one takes longer than a second. The line
/// disappears with the promise.
class LiveLine : public Observer {
public:
    /// Borrows the output.
    explicit LiveLine(Output& output) : output_(output) {}
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;
    ~LiveLine() override;

    void receive(const Event& event) override;

private:
    using Clock = std::chrono::steady_clock;

    void wait_for(const Promise& promise);
    void show(const Progress& progress);
    void stop_waiting();
    void watch();

    Output& output_;
    std::mutex mutex_; ///< guards the members that follow
    std::condition_variable changed_;
    std::string waits_for_; ///< empty if no promise is pending
    std::string progress_;  ///< of it; empty if it reports none
    Clock::time_point since_;
    bool is_over_ = false;
    std::thread watcher_; ///< begins with the first promise
};

} // namespace vow::agent
