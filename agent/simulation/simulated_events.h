#pragma once

#include "policy/run/observer.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace vow::agent {

/// The files that the `files` promises of a simulation were about, each once, in the order of the
/// promises and with the paths that they use.
class SimulatedFiles : public Observer {
public:
    struct Renaming {
        std::string from, to;
    };

    void receive(const Event& event) override;

    const std::vector<Renaming>& renamings() const { return renamings_; }
    const std::vector<std::string>& changed() const { return changed_; }
    /// The other files whose promises are kept.
    std::vector<std::string> unchanged() const;

private:
    void note(const PromiseDone& done);
    void note(const std::string& path, const Verdicts& verdicts);

    std::vector<Renaming> renamings_;
    std::vector<std::string> changed_;
    std::vector<std::string> kept_; ///< changed or not
    std::unordered_set<std::string> changed_paths_, kept_paths_;
};

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
