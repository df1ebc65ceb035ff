#pragma once

#include "policy/run/observer.h"
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
    void log(LogLevel level, std::string_view line) override;
    void report(std::string_view line) override;
    void promise_started(const Promise& promise) override;
    void promise_progress(const Promise& promise, int percent, std::string_view text) override;
    void promise_done(const Promise& promise, const Outcome& outcome) override;
    void promise_skipped(
        std::string_view type,
        std::string_view promiser,
        const Origin& origin,
        SkipReason reason,
        std::string_view because
    ) override;
    void
    class_defined(std::string_view name, std::string_view bundle, const Remarks& remarks) override;
    void variable_defined(
        std::string_view qualified_name, std::string_view text, const Remarks& remarks
    ) override;

private:
    class Entry;
    /// What an observer is to be told later.
    using Event = std::function<void(Observer&)>;

    void release_finished();
    void release_first();
    void release_next();
    void wait();

    Observer& observer_;
    PromiseKeeper& keeper_;
    std::deque<std::unique_ptr<Entry>> entries_; ///< under way
    std::vector<Event> queued_;                  ///< what was said since the last of them began
    bool is_releasing_ = false;                  ///< what is said now belongs to an outcome
};

} // namespace vow
