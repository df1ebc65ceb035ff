#pragma once

#include "policy/run/observer.h"
#include "protocol/promise/keeper.h"

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string_view>
#include <vector>

namespace vow {

/// The events of a promise that are sent in addition to its log lines and progress.
struct EventOptions {
    enum class Ends { sent, left_to_caller }; ///< PromiseStarted and PromiseDone

    Ends ends = Ends::sent;
    Handled handled = Handled::no;
};

/// Keeps promises concurrently, and passes on their events and outcomes in the order in which the
/// promises started: the first that is not done is live, the events of the others wait. It is also
/// the observer of the code that starts the promises, whose own events follow those of the promises
/// before them. So observers get the same events however many promises are kept at once.
///
/// Which promises may be kept concurrently is the language's decision.
class InOrder final : public Observer {
public:
    using Clock = PromiseKeeper::Clock;
    /// A promise that was started here.
    enum class Handle : std::uint64_t {};
    /// Receives the outcome of a promise after those of all promises before it. Must not start
    /// promises.
    using Each = std::function<void(Outcome)>;

    /// Borrows both.
    InOrder(Observer& observer, PromiseKeeper& keeper);
    InOrder(const InOrder&) = delete;
    InOrder& operator=(const InOrder&) = delete;
    ~InOrder() override; ///< cancels the pending promises, and waits until they are done

    bool is_empty() const { return entries_.empty(); }
    /// True if a promise of this promiser is pending.
    bool has(std::string_view promiser) const;

    /// Begins to keep a promise. It may call `each` of this and of earlier promises.
    Handle start(Promise promise, Each each, EventOptions options = {});
    /// Cancels a promise, which still ends with an outcome, in its turn.
    void cancel(Handle handle);

    /// Waits until an outcome has arrived, there is room for more promises, or the time has come.
    void wait(std::optional<Clock::time_point> until = {});
    /// Waits until the outcome of a promise was passed on, or the time has come; returns whether it
    /// was.
    bool wait_for(Handle handle, std::optional<Clock::time_point> until = {});
    /// Waits for all promises.
    void finish();

    /// True if events received here are passed on at once: no promise is pending, or an outcome is
    /// being passed on.
    bool is_live() const { return entries_.empty() || is_releasing_; }

    // --- the observer ---

    LogLevel log_level() const override { return observer_.log_level(); }
    bool wants_details() const override { return observer_.wants_details(); }
    bool wants_scopes() const override { return observer_.wants_scopes(); }
    bool wants_skipped() const override { return observer_.wants_skipped(); }
    void receive(const Event& event) override;

private:
    class Entry;

    bool are_all_done() const;
    void release_finished();
    void release_first();
    void send_queued();

    Observer& observer_;
    PromiseKeeper& keeper_;
    std::list<Entry> entries_;        ///< pending, or done after one that is
    std::vector<StoredEvent> queued_; ///< received since the last of them started
    std::uint64_t started_ = 0;       ///< promises so far; handles count from 1
    bool is_releasing_ = false;       ///< events belong to the outcome that is being passed on
};

} // namespace vow
