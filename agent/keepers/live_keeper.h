#pragma once

#include "agent/report/live_view.h"
#include "protocol/description/secrets.h"
#include "protocol/promise/forwarding.h"

#include <list>

namespace vow::agent {

/// Shows promises in a view from their beginning to their end, whichever order they are reported
/// in: wraps the keeper of a run.
class LiveKeeper final : public ForwardingKeeper {
public:
    /// Borrows all. `secrets` are those of the run, masked in what is shown.
    LiveKeeper(PromiseKeeper& next, LiveView& view, const Secrets& secrets);
    LiveKeeper(const LiveKeeper&) = delete;
    LiveKeeper& operator=(const LiveKeeper&) = delete;
    ~LiveKeeper() override;

    void start(const Promise& promise, PromiseListener& listener) override;
    bool wait(std::optional<Clock::time_point> until) override { return next().wait(until); }
    bool wait_or_ready(std::optional<Clock::time_point> until, std::span<const pollfd> descriptors)
        override {
        return next().wait_or_ready(until, descriptors);
    }
    void cancel(PromiseListener& listener) override;

private:
    /// Receives what becomes of a pending promise.
    class Shown;

    LiveView& view_;
    const Secrets& secrets_;
    std::list<Shown> shown_;
};

} // namespace vow::agent
