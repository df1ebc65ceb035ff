#pragma once

#include "protocol/harness/footprint.h"

#include <chrono>
#include <optional>
#include <string>

namespace vow::harness {

/// A wait for a module, which has a limit. A module to which the machine gave no processor is
/// waited for once more.
class Wait {
public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;

    /// Begins now.
    Wait(int process, Milliseconds limit);

    /// Whether the limit, which this may extend, is over. Notes the shares of the process, and is
    /// called at each step of the wait.
    bool is_over();
    /// Whether the process worked, or waited for a processor, most of the time that was noted.
    bool was_busy() const { return harness::was_busy(share_, watched_); }
    /// When to look again at the latest.
    Clock::time_point next_look() const;
    /// "within 10 seconds; it used 0.02 s of processor time in the last 9 s".
    std::string limit_text() const;

private:
    /// Nothing is noted in that part of the limit, so that quick answers cost nothing.
    Milliseconds unwatched() const { return limit_ / 10; }
    Milliseconds whole() const { return is_extended_ ? 2 * limit_ : limit_; }

    int process_;
    Milliseconds limit_;
    Clock::time_point end_;
    /// After the unwatched part; later than that if this process had no processor at that moment.
    std::optional<Clock::time_point> first_look_;
    std::optional<ProcessorShare> first_share_; ///< at the first look
    std::chrono::nanoseconds watched_ = {};     ///< from the first look to the last
    ProcessorShare share_;                      ///< in that time
    bool is_extended_ = false;
};

} // namespace vow::harness
