#include "agent/planning/second_order_keeper.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::agent {

/// A pending promise. Its errors wait until it is known whether they are those of the real run.
class SecondOrderKeeper::Pending final : public ForwardingListener {
public:
    Pending(SecondOrderKeeper& keeper, const Promise& promise, PromiseListener& listener)
        : ForwardingListener(listener),
          keeper_(keeper),
          promise_(promise) {}

    void log(LogLevel level, std::string_view line) override {
        if (level > LogLevel::error) return next().log(level, line);
        errors_.emplace_back(level, line);
    }

    void done(Outcome outcome) override {
        const PlannedObjects& planned = keeper_.unseen_by(promise_);
        const bool is_untold = planned.may_decide(promise_, outcome);
        for (const auto& [level, line] : errors_)
            next().log(is_untold ? LogLevel::info : level, line);
        if (is_untold) {
            const auto duration = outcome.duration;
            outcome = Outcome::unknown(Untold::unknown_value);
            outcome.duration = duration;
        }
        planned.leave_out_repetitions(outcome);
        keeper_.note(promise_, outcome);
        keeper_.pending_.retire(*this);
        next().done(std::move(outcome));
    }

private:
    SecondOrderKeeper& keeper_;
    const Promise& promise_;
    std::vector<std::pair<LogLevel, std::string>> errors_;
};

SecondOrderKeeper::SecondOrderKeeper(PromiseKeeper& keeper, PlannedFiles* files)
    : ForwardingKeeper(keeper),
      files_(files) {}

SecondOrderKeeper::~SecondOrderKeeper() = default;

void SecondOrderKeeper::start(const Promise& promise, PromiseListener& listener) {
    if (promise.terms.policy != Terms::Policy::dry_run) return next().start(promise, listener);
    Pending& pending = pending_.add(*this, promise, listener);
    pending_.during([&] { next().start(promise, pending); });
}

bool SecondOrderKeeper::wait_or_ready(
    std::optional<Clock::time_point> until, std::span<const pollfd> descriptors
) {
    return pending_.during([&] { return next().wait_or_ready(until, descriptors); });
}

void SecondOrderKeeper::cancel(PromiseListener& listener) {
    Pending* pending = pending_.before(listener);
    next().cancel(pending == nullptr ? listener : *pending); // a real one passes as it is
}

void SecondOrderKeeper::note(const Promise& promise, const Outcome& outcome) {
    planned_.note(promise, outcome);
    const bool is_made =
        files_ != nullptr && outcome.would_repair() && !outcome.untold && files_->make(promise);
    if (!is_made) unmade_.note(promise, outcome);
}

/// A module process may have started before files were made.
const PlannedObjects& SecondOrderKeeper::unseen_by(const Promise& promise) const {
    return files_ != nullptr && files_->are_seen_by(promise) ? unmade_ : planned_;
}

} // namespace vow::agent
