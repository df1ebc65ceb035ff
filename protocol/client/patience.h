#pragma once

#include <algorithm>
#include <chrono>

namespace vow::client {

/// How long one answer is waited for, and when to say meanwhile that it takes long. Moments, not
/// timers: whoever waits asks until() when to look again.
class Patience {
public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;

    /// Begins to wait; `notice` is the time between words of patience.
    void begin(Milliseconds allowed, Milliseconds notice = Milliseconds::max()) {
        began_ = Clock::now();
        allowed_ = allowed;
        over_ = began_ + allowed;
        notice_ = notice;
        next_notice_ = notice == Milliseconds::max() ? never : began_ + notice;
        is_short_ = false;
    }
    /// Nothing is awaited.
    void end() { over_ = next_notice_ = never; }
    /// There is hardly hope left: waits no longer than this. Later calls change nothing.
    void shorten(Milliseconds left) {
        if (is_short_) return;
        is_short_ = true;
        over_ = std::min(over_, Clock::now() + left);
    }

    Clock::time_point until() const { return std::min(over_, next_notice_); }
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
    Milliseconds allowed_ = {};
    Milliseconds notice_ = {};
    bool is_short_ = false;
};

} // namespace vow::client
