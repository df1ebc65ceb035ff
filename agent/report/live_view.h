#pragma once

#include "agent/report/output.h"
#include "policy/run/observer.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace vow::agent {

/// Shows on a terminal what a run is doing when it is silent: a line for each promise that takes
/// long, with its time, its progress and the last line that it logged, or that it works on the
/// policy itself. The lines disappear with the promises.
class LiveView : public Observer {
public:
    /// Borrows the output.
    explicit LiveView(Output& output) : output_(output) {}
    LiveView(const LiveView&) = delete;
    LiveView& operator=(const LiveView&) = delete;
    ~LiveView() override;

    /// Shows what the run does from now on.
    void start();
    void receive(const Event& event) override;

    // --- promises as they begin and end, in any order; masked texts ---

    using Key = const void*; ///< distinguishes them

    void begin(Key key, std::string description);
    void progress(Key key, int percent, const std::string& text);
    void log(Key key, std::string line);
    void end(Key key);

private:
    using Clock = std::chrono::steady_clock;

    struct Row {
        Key key;
        std::string description;
        Clock::time_point since;
        std::string progress = {}; ///< empty if it reports none
        std::string last_line = {};
    };

    Row* row_of(Key key);
    void note_activity();
    void watch();
    std::vector<std::string> lines(Clock::time_point now) const;

    Output& output_;
    std::mutex mutex_; ///< guards the members that follow
    std::condition_variable changed_;
    std::vector<Row> rows_; ///< of pending promises, the oldest first
    Clock::time_point last_activity_;
    bool is_over_ = false;
    std::thread watcher_; ///< begins with start()
};

/// A promise in such a line.
std::string live_description(const Promise& promise);

} // namespace vow::agent
