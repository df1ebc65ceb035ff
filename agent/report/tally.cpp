#include "agent/report/tally.h"

namespace vow::agent {

namespace {

Identity place_of(std::string_view type, const Origin& origin) {
    Identity place;
    place.add(type);
    place.add(origin.file);
    place.add(std::uint64_t{origin.line} << 32U | origin.column);
    return place;
}

std::uint64_t identity(Identity place, std::string_view promiser) {
    place.add(promiser);
    return place.value();
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
        const Identity place = place_of(done.promise.type->name, done.promise.origin);
        const std::uint64_t promise = identity(place, done.promise.promiser);
        skipped_.erase(promise);
        done_.insert(promise);
        expand(place.value());
    }
    switch (done.outcome.result()) {
    case Verdict::kept: ++kept_; break;
    case Verdict::repaired: ++repaired_; break;
    case Verdict::not_kept:
        if (done.outcome.would_repair()) {
            ++(done.outcome.untold ? untold_ : planned_);
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
    const Identity place = place_of(skipped.type, skipped.origin);
    if (skipped.form == PromiserForm::written) {
        if (!expanded_.contains(place.value())) written_.insert(place.value());
        return;
    }
    const std::uint64_t promise = identity(place, skipped.promiser);
    if (!done_.contains(promise)) skipped_.insert(promise);
    expand(place.value());
}

void Tally::expand(std::uint64_t place) {
    if (!written_.empty()) written_.erase(place);
    expanded_.insert(place);
}

Data Tally::totals() const {
    const auto number = [](std::uint64_t count) {
        return Data::integer(static_cast<std::int64_t>(count));
    };
    return Data::object(
        {{"kept", number(kept_)},
         {"repaired", number(repaired_)},
         {"not_kept", number(not_kept_)},
         {"skipped", number(skipped_.size() + written_.size())},
         {"would_repair", number(planned_)},
         {"cannot_be_told", number(untold_)},
         {"failed", number(unhandled_ + errors_)}}
    );
}

bool Tally::is_empty() const {
    return kept_ + repaired_ + not_kept_ + untold_ + planned_ == 0 && skipped_.empty() &&
           written_.empty();
}

std::string Tally::counts() const {
    std::string planned;
    if (planned_ > 0) planned = std::to_string(planned_) + " to repair, ";
    if (untold_ > 0) planned += std::to_string(untold_) + " cannot be told, ";
    return std::to_string(kept_) + " kept, " + std::to_string(repaired_) + " repaired, " + planned +
           std::to_string(not_kept_) + " not kept, " +
           std::to_string(skipped_.size() + written_.size()) + " skipped";
}

} // namespace vow::agent
