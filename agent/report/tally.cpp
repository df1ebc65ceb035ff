#include "agent/report/tally.h"

#include <array>
#include <cstdio>

namespace vow::agent {

namespace {

std::string identity(std::string_view promiser, const Origin& origin) {
    return origin.file + ':' + std::to_string(origin.line) + ':' + std::string(promiser);
}

} // namespace

void Tally::receive(const Event& event) {
    if (const auto* done = std::get_if<PromiseDone>(&event))
        count(*done);
    else if (const auto* skipped = std::get_if<PromiseSkipped>(&event))
        count(*skipped);
}

void Tally::count(const PromiseDone& done) {
    if (!skipped_.empty()) skipped_.erase(identity(done.promise.promiser, done.promise.origin));
    switch (done.outcome.result()) {
    case Verdict::kept: ++kept_; break;
    case Verdict::repaired: ++repaired_; break;
    case Verdict::not_kept:
    case Verdict::denied:
    case Verdict::timed_out:
    case Verdict::error:
        ++not_kept_;
        if (done.handled == Handled::no) ++unhandled_;
        break;
    }
}

void Tally::count(const PromiseSkipped& skipped) {
    if (!counts_skipped_ || skipped.reason == SkipReason::already_kept) return;
    skipped_.insert(identity(skipped.promiser, skipped.origin));
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
