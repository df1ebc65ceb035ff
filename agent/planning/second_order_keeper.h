#pragma once

#include "agent/planning/planned_objects.h"
#include "protocol/promise/forwarding.h"
#include "protocol/promise/pending_listeners.h"

namespace vow::agent {

/// Keeps the promises of a dry run on the unchanged host. The outcome of one that needs what an
/// earlier one would bring cannot be told: the real run may keep it, or change more. Its errors are
/// then only information. This holds for all languages, since all their promises pass here.
class SecondOrderKeeper final : public ForwardingKeeper {
public:
    /// Borrows the keeper.
    explicit SecondOrderKeeper(PromiseKeeper& keeper);
    ~SecondOrderKeeper() override;

    void start(const Promise& promise, PromiseListener& listener) override;
    bool wait(std::optional<Clock::time_point> until) override { return wait_or_ready(until, {}); }
    bool wait_or_ready(std::optional<Clock::time_point> until, std::span<const pollfd> descriptors)
        override;
    void cancel(PromiseListener& listener) override;

private:
    class Pending;

    PlannedObjects planned_;
    PendingListeners<Pending> pending_;
};

} // namespace vow::agent
