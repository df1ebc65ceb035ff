#pragma once

#include "policy/run/observer.h"

namespace vow::agent {

/// Passes on the events of a run that happens in a sandbox as those of a dry run: what was repaired
/// there would be repaired.
class PlannedEvents final : public Observer {
public:
    /// Borrows the observer.
    explicit PlannedEvents(Observer& observer) : observer_(observer) {}

    void receive(const Event& event) override {
        const auto* done = std::get_if<PromiseDone>(&event);
        if (done == nullptr || done->outcome.result() != Verdict::repaired)
            return observer_.receive(event);
        Outcome outcome = done->outcome;
        outcome.verdicts = {Verdict::not_kept};
        outcome.only_warned = true;
        observer_.receive(PromiseDone{done->promise, outcome, done->handled});
    }
    LogLevel log_level() const override { return observer_.log_level(); }
    bool wants_details() const override { return observer_.wants_details(); }
    bool wants_skipped() const override { return observer_.wants_skipped(); }

private:
    Observer& observer_;
};

} // namespace vow::agent
