#pragma once

#include "agent/planning/planned_changes.h"
#include "protocol/description/secrets.h"
#include "protocol/promise/forwarding.h"

#include <list>

namespace vow::agent {

/// Lets another keeper keep exactly what a plan has: each promise is kept as in a dry run first,
/// and for real only if it would change nothing but what was planned for it. Otherwise it is not
/// kept, with an error about the difference. Promises that follow from a repair of this apply are
/// kept at once; promises that may only warn are none of its business. This holds for all
/// languages, since all their promises pass here.
class PlannedKeeper final : public ForwardingKeeper {
public:
    /// Borrows the first three.
    PlannedKeeper(
        PromiseKeeper& keeper,
        PlannedChanges& planned,
        const Secrets& secrets,
        UntoldPromises untold
    );
    ~PlannedKeeper() override;

    void start(const Promise& promise, PromiseListener& listener) override;
    bool wait(std::optional<Clock::time_point> until) override { return wait_or_ready(until, {}); }
    bool wait_or_ready(std::optional<Clock::time_point> until, std::span<const pollfd> descriptors)
        override;
    void cancel(PromiseListener& listener) override;

private:
    class Entry;

    /// Decides about the promises that were looked at. Returns whether there were any.
    bool advance();
    void decide(Entry& entry);
    void keep(Entry& entry);
    /// The reason why a promise must not be kept; empty if it may be.
    std::string objection_to(const Entry& entry) const;
    PlannedPromise name_of(const Promise& promise) const;

    PlannedChanges& planned_;
    const Secrets& secrets_;
    UntoldPromises untold_;
    std::list<Entry> entries_;
};

} // namespace vow::agent
