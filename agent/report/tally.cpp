#include "agent/report/tally.h"

#include <array>
#include <cstdio>

namespace vow::agent {

namespace {

std::string identity(std::string_view promiser, const Origin& origin) {
    return origin.file + ':' + std::to_string(origin.line) + ':' + std::string(promiser);
}

} // namespace

void Tally::promise_done(const Promise& promise, const Outcome& outcome) {
    if (!skipped_.empty()) skipped_.erase(identity(promise.promiser, promise.origin));
    switch (outcome.result()) {
    case Verdict::kept: ++kept_; break;
    case Verdict::repaired: ++repaired_; break;
    case Verdict::not_kept:
    case Verdict::denied:
    case Verdict::timed_out:
    case Verdict::error: ++not_kept_; break;
    }
}

void Tally::promise_skipped(
    std::string_view /*type*/,
    std::string_view promiser,
    const Origin& origin,
    SkipReason reason,
    std::string_view /*because*/
) {
    if (!counts_skipped_ || reason == SkipReason::already_kept) return;
    skipped_.insert(identity(promiser, origin));
}

std::string Tally::summary(std::chrono::nanoseconds duration) const {
    std::array<char, 32> seconds{};
    std::snprintf(
        seconds.data(), seconds.size(), "%.2f", std::chrono::duration<double>(duration).count()
    );
    return std::to_string(kept_) + " kept, " + std::to_string(repaired_) + " repaired, " +
           std::to_string(not_kept_) + " not kept, " + std::to_string(skipped_.size()) +
           " skipped in " + seconds.data() + " s";
}

} // namespace vow::agent
