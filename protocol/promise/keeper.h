#pragma once

#include "protocol/promise/log_level.h"
#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <poll.h>

namespace vow {

/// Receives a promise's log lines and progress as they come, then its outcome exactly once. Must
/// outlive the promise.
class PromiseListener {
public:
    virtual ~PromiseListener() = default;
    virtual void log(LogLevel level, std::string_view line) = 0;
    /// Receives the values of the promise that its module describes as secret, as an array, before
    /// the first line that can contain one.
    virtual void learn_secrets(const Data& /*values*/) {}
    /// Progress of the promise, 0 to 100.
    virtual void progress(int /*percent*/, std::string_view /*text*/) {}
    virtual void done(Outcome outcome) = 0;
    /// True if lines are shown at once; otherwise lines that matter only at the moment are dropped.
    virtual bool is_live() const { return true; }
    /// Whether it can store no more lines now. A keeper that can make the work wait then logs none
    /// until it is called again.
    virtual bool is_full() const { return false; }
};

/// Which promises of a run may be pending together.
enum class Concurrency {
    none,       ///< one after the other
    declared,   ///< of modules that list `parallel`, and of types that the policy or the host names
    bundled_too ///< of types of bundled modules as well
};

/// Keeps promises: bundled modules, module processes, a fake in a test. Reports the failures of
/// modules as outcomes and never throws them. Used from one thread.
class PromiseKeeper {
public:
    using Clock = std::chrono::steady_clock;

    virtual ~PromiseKeeper() = default;
    /// Begins to keep a promise. Calls `listener` inside start() or wait(), with the outcome last.
    /// Both arguments must live until then.
    virtual void start(const Promise& promise, PromiseListener& listener) = 0;
    /// Works until it has reported an outcome, there is room for more promises, a signal ends the
    /// run, or the time `until` has come. Returns false if no promise is pending: then it only
    /// sleeps until that time, or returns at once without one.
    virtual bool wait(std::optional<Clock::time_point> until) = 0;
    /// The same. Returns also when one of the descriptors is ready, as poll() has it, and waits for
    /// them if no promise is pending. A keeper without descriptors of its own waits for none.
    virtual bool wait_or_ready(
        std::optional<Clock::time_point> until, std::span<const pollfd> /*descriptors*/
    ) {
        return wait(until);
    }
    /// The time by which wait() measures.
    virtual Clock::time_point now() const { return Clock::now(); }
    /// Ends the pending promise of `listener`, and the process group of its module; the outcome
    /// follows in wait(). Does nothing if the listener has no pending promise.
    virtual void cancel(PromiseListener& listener) = 0;

    /// Ends the processes of all types of an isolation, none of which has a pending promise.
    virtual void end_isolation(std::uint64_t /*isolation*/) {}

    /// Whether promises of a type may be pending together with others, as their module declares it.
    enum class Overlap {
        refused,
        allowed,
        unknown ///< until the module has started: for its first promise, or after expect()
    };
    virtual Overlap overlap(const PromiseType& /*type*/) const { return Overlap::refused; }
    /// Whether work on one more promise of a type would begin at once.
    virtual bool is_free(const PromiseType& /*type*/) const { return true; }

    /// Promises of these types may follow soon, in this order: what they need may start ahead of
    /// time, and that for the first does if it can. It stays unused, and unseen, until it is
    /// needed.
    virtual void expect(std::span<const PromiseType* const> /*types*/) {}
    /// Something on the machine has changed: what was started ahead of need may have read what no
    /// longer holds, and is not used.
    virtual void note_change() {}
};

} // namespace vow
