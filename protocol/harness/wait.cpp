#include "protocol/harness/wait.h"

#include <array>
#include <cstdio>

namespace vow::harness {
namespace {

/// "0.02 s"
std::string seconds_text(std::chrono::nanoseconds duration) {
    std::array<char, 40> text = {};
    std::snprintf(
        text.data(), text.size(), "%.2f s", std::chrono::duration<double>(duration).count()
    );
    return text.data();
}

std::string text_of_limit(Wait::Milliseconds limit) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(limit);
    if (seconds == limit)
        return std::to_string(seconds.count()) + (seconds.count() == 1 ? " second" : " seconds");
    return std::to_string(limit.count()) + " milliseconds";
}

} // namespace

Wait::Wait(int process, Milliseconds limit)
    : process_(process),
      limit_(limit),
      end_(Clock::now() + limit) {}

bool Wait::is_over() {
    const auto now = Clock::now();
    if (!first_look_ && now >= end_ - limit_ + unwatched()) {
        first_share_ = processor_share_of(process_);
        first_look_ = now;
    }
    if (now < end_) return false;
    const auto last_share = processor_share_of(process_);
    watched_ = now - *first_look_;
    if (first_share_ && last_share) share_ = share_between(*first_share_, *last_share);
    // If the first look was late, this process itself had no processor.
    const bool was_blind = watched_ < (limit_ - unwatched()) / 2;
    if (is_extended_ || !(was_blind || was_starved(share_, watched_))) return true;
    is_extended_ = true;
    end_ = now + limit_;
    return false;
}

Wait::Clock::time_point Wait::next_look() const {
    return first_look_ ? end_ : end_ - limit_ + unwatched();
}

std::string Wait::limit_text() const {
    std::string text = "within " + text_of_limit(whole());
    if (!first_share_) return text;
    text += "; in the last " + seconds_text(watched_) + " of these it used " +
            seconds_text(share_.used) + " of processor time";
    if (is_extended_) text += ", and waited " + seconds_text(share_.waited) + " for a processor";
    return text;
}

} // namespace vow::harness
