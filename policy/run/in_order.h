#pragma once

#include "policy/run/stored_event.h"
#include "protocol/promise/keeper.h"

#include <deque>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace vow {

/// Has several promises kept at once, and passes on what is said of them, and what comes of them,
/// in the order in which they began: the first that is unfinished is heard live, the others wait
/// their turn. It is the observer of whoever makes the promises, too: what he says while some are
/// under way belongs behind them. So nobody can tell from what is observed how many there were at
/// once.
///
/// Which promises may be under way together, others decide.
class InOrder final : public Observer {
public:
    /// Told of the outcome of a promise when all before it are through.
    using Each = std::function<void(const Outcome&)>;

    /// Borrows both.
    InOrder(Observer& observer, PromiseKeeper& keeper);
    InOrder(const InOrder&) = delete;
    InOrder& operator=(const InOrder&) = delete;
    ~InOrder() override; ///< cancels what is under way

    bool is_empty() const { return entries_.empty(); }
    /// Whether a promise of this promiser is under way.
    bool has(std::string_view promiser) const;

    /// Begins to keep a promise, and waits until another of its type could begin, or none is under
    /// way. `each` may be called before it returns, of earlier promises too; it begins none.
    void start(Promise promise, Each each);
    /// Waits for all.
    void finish();

    /// Whether what is said here is passed on at once: none is under way, or an outcome is being
    /// passed on.
    bool is_live() const { return entries_.empty() || is_releasing_; }

    // --- the observer ---

    LogLevel log_level() const override { return observer_.log_level(); }
    bool wants_details() const override { return observer_.wants_details(); }
    void receive(const Event& event) override;

private:
    class Entry;

    void release_finished();
    void release_first();
    void release_next();
    void wait();

    Observer& observer_;
    PromiseKeeper& keeper_;
    std::deque<std::unique_ptr<Entry>> entries_; ///< under way
    std::vector<StoredEvent> queued_;            ///< received since the last of them began
    bool is_releasing_ = false;                  ///< what is said now belongs to an outcome
};

} // namespace vow
