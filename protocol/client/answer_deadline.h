#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

namespace vow::client {

/// The deadline of one answer, and the times at which to log that it is late. Holds points in time,
/// not timers: the event loop polls until().
class AnswerDeadline {
public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;

    /// Starts the deadline; `notice` is the interval between notices.
    void begin(Milliseconds allowed, Milliseconds notice = Milliseconds::max()) {
        began_ = Clock::now();
        allowed_ = allowed;
        over_ = began_ + allowed;
        notice_ = notice;
        next_notice_ = notice == Milliseconds::max() ? never : began_ + notice;
        is_short_ = false;
        paused_ = never;
    }
    /// Stops the clock, so that neither the deadline nor a notice comes closer.
    void pause() {
        if (!is_paused()) paused_ = Clock::now();
    }
    void resume() {
        if (!is_paused()) return;
        const auto lost = Clock::now() - std::exchange(paused_, never);
        if (over_ != never) over_ += lost;
        if (next_notice_ != never) next_notice_ += lost;
    }
    bool is_paused() const { return paused_ != never; }
    /// Cancels the deadline.
    void end() { over_ = next_notice_ = never; }
    /// Moves the deadline closer, as an answer is unlikely. Later calls have no effect.
    void shorten(Milliseconds left) {
        if (is_short_) return;
        is_short_ = true;
        over_ = std::min(over_, Clock::now() + left);
    }

    Clock::time_point until() const { return is_paused() ? never : std::min(over_, next_notice_); }
    bool is_over(Clock::time_point now) const { return now >= over_; }
    /// True once for each notice that is due.
    bool take_notice(Clock::time_point now) {
        if (now < next_notice_) return false;
        next_notice_ = now + notice_;
        return true;
    }

    Milliseconds allowed() const { return allowed_; }
    Milliseconds waited(Clock::time_point now) const {
        return std::chrono::duration_cast<Milliseconds>(now - began_);
    }

private:
    static constexpr Clock::time_point never = Clock::time_point::max();

    Clock::time_point began_ = {};
    Clock::time_point over_ = never;
    Clock::time_point next_notice_ = never;
    Clock::time_point paused_ = never; ///< never: it runs
    Milliseconds allowed_ = {};
    Milliseconds notice_ = {};
    bool is_short_ = false;
};

} // namespace vow::client
