#include "agent/report/tally.h"

namespace vow::agent {

namespace {

std::string identity(std::string_view promiser, const Origin& origin) {
    return origin.file + ':' + std::to_string(origin.line) + ':' + std::string(promiser);
}

} // namespace

void Tally::receive(const Event& event) {
    if (const auto* line = std::get_if<LogLine>(&event))
        count(*line);
    else if (std::holds_alternative<PromiseStarted>(event))
        ++being_kept_;
    else if (const auto* done = std::get_if<PromiseDone>(&event))
        count(*done);
    else if (const auto* skipped = std::get_if<PromiseSkipped>(&event))
        count(*skipped);
}

void Tally::count(const LogLine& line) {
    if (being_kept_ == 0 && line.level <= LogLevel::error) ++errors_;
}

void Tally::count(const PromiseDone& done) {
    --being_kept_;
    if (counts_skipped_) {
        std::string promise = identity(done.promise.promiser, done.promise.origin);
        skipped_.erase(promise);
        done_.insert(std::move(promise));
    }
    switch (done.outcome.result()) {
    case Verdict::kept: ++kept_; break;
    case Verdict::repaired: ++repaired_; break;
    case Verdict::not_kept:
        if (done.outcome.would_repair()) {
            ++planned_;
            break;
        }
        [[fallthrough]];
    case Verdict::denied:
    case Verdict::timed_out:
    case Verdict::error:
        ++not_kept_;
        if (done.handled == Handled::no) ++unhandled_;
        break;
    }
}

void Tally::count(const PromiseSkipped& skipped) {
    const bool is_counted = counts_skipped_ && skipped.kept_by == KeptBy::module &&
                            skipped.reason != SkipReason::repeated;
    if (!is_counted) return;
    std::string promise = identity(skipped.promiser, skipped.origin);
    if (!done_.contains(promise)) skipped_.insert(std::move(promise));
}

std::string Tally::counts() const {
    const std::string planned =
        planned_ == 0 ? std::string() : std::to_string(planned_) + " to repair, ";
    return std::to_string(kept_) + " kept, " + std::to_string(repaired_) + " repaired, " + planned +
           std::to_string(not_kept_) + " not kept, " + std::to_string(skipped_.size()) + " skipped";
}

} // namespace vow::agent
