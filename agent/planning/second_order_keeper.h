#pragma once

#include "agent/planning/planned_files.h"
#include "agent/planning/planned_objects.h"
#include "protocol/promise/forwarding.h"
#include "protocol/promise/pending_listeners.h"

namespace vow::agent {

/// Keeps the promises of a dry run, each on the files that earlier ones would leave, as far as they
/// can be made. The outcome of one that needs something else which an earlier one would bring
/// cannot be told: the real run may keep it, or change more. Its errors are then only information.
/// This holds for all languages, since all their promises pass here.
class SecondOrderKeeper final : public ForwardingKeeper {
public:
    /// Borrows both. Null: on the unchanged files of the host.
    SecondOrderKeeper(PromiseKeeper& keeper, PlannedFiles* files);
    ~SecondOrderKeeper() override;

    void start(const Promise& promise, PromiseListener& listener) override;
    bool wait(std::optional<Clock::time_point> until) override { return wait_or_ready(until, {}); }
    bool wait_or_ready(std::optional<Clock::time_point> until, std::span<const pollfd> descriptors)
        override;
    void cancel(PromiseListener& listener) override;

private:
    class Pending;

    void note(const Promise& promise, const Outcome& outcome);
    const PlannedObjects& unseen_by(const Promise& promise) const;

    PlannedFiles* files_;
    PlannedObjects planned_;
    PlannedObjects unmade_; ///< those without the files that were made
    PendingListeners<Pending> pending_;
};

} // namespace vow::agent
