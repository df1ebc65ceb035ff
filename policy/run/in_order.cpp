#include "policy/run/in_order.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace vow {

/// One promise under way. What is said of it waits until it is the first.
class InOrder::Entry : public PromiseListener {
public:
    Entry(InOrder& order, Promise promise, Each each, std::vector<Event> before)
        : order_(order),
          promise_(std::move(promise)),
          each_(std::move(each)),
          waiting_(std::move(before)) {
        waiting_.emplace_back([this](Observer& observer) { observer.promise_started(promise_); });
    }

    void log(LogLevel level, std::string_view line) override {
        if (level > promise_.terms.log_level && !order_.observer_.wants(level)) return;
        if (is_heard_) return order_.observer_.log(level, line);
        waiting_.emplace_back([level, line = std::string(line)](Observer& observer) {
            observer.log(level, line);
        });
    }
    void progress(int percent, std::string_view text) override {
        if (is_heard_) order_.observer_.promise_progress(promise_, percent, text);
    }
    void done(Outcome outcome) override { outcome_ = std::move(outcome); }
    bool is_live() const override { return is_heard_; }

    const Promise& promise() const { return promise_; }
    bool is_done() const { return outcome_.has_value(); }

    /// It is its turn.
    void go_live() {
        is_heard_ = true;
        for (const Event& event : std::exchange(waiting_, {}))
            event(order_.observer_);
    }
    /// Once it is done.
    void pass_on() {
        order_.observer_.promise_done(promise_, *outcome_);
        each_(*outcome_);
    }

private:
    InOrder& order_;
    const Promise promise_;
    Each each_;
    std::vector<Event> waiting_;
    bool is_heard_ = false;
    std::optional<Outcome> outcome_;
};

InOrder::InOrder(Observer& observer, PromiseKeeper& keeper)
    : observer_(observer),
      keeper_(keeper) {}

InOrder::~InOrder() {
    for (const auto& entry : entries_) {
        if (!entry->is_done()) keeper_.cancel(*entry);
    }
    const auto is_done = [](const auto& entry) { return entry->is_done(); };
    while (!std::all_of(entries_.begin(), entries_.end(), is_done) && keeper_.wait({})) {
    }
}

bool InOrder::has(std::string_view promiser) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const auto& entry) {
        return entry->promise().promiser == promiser;
    });
}

void InOrder::start(Promise promise, Each each) {
    const PromiseType& type = *promise.type;
    entries_.push_back(
        std::make_unique<Entry>(*this, std::move(promise), std::move(each), std::move(queued_))
    );
    queued_.clear();
    Entry& entry = *entries_.back();
    if (entries_.size() == 1) entry.go_live();
    keeper_.start(entry.promise(), entry);
    release_finished();
    while (!is_empty() && keeper_.room(type) != PromiseKeeper::Room::free)
        wait();
}

void InOrder::finish() {
    while (!is_empty())
        wait();
}

void InOrder::wait() {
    if (!keeper_.wait({})) {
        Entry& first = *entries_.front();
        first.log(
            LogLevel::critical,
            "No outcome came for a promise of type '" + first.promise().type->name + "'"
        );
        first.done(Outcome::of(Verdict::error));
    }
    release_finished();
}

void InOrder::release_finished() {
    while (!is_empty() && entries_.front()->is_done())
        release_first();
}

void InOrder::release_first() {
    const auto entry = std::move(entries_.front());
    entries_.pop_front();
    is_releasing_ = true;
    try {
        entry->pass_on();
    } catch (...) {
        release_next();
        throw;
    }
    release_next();
}

void InOrder::release_next() {
    is_releasing_ = false;
    if (!is_empty()) {
        entries_.front()->go_live();
        return;
    }
    for (const Event& event : std::exchange(queued_, {}))
        event(observer_);
}

// --- the observer -------------------------------------------------------------------------------

void InOrder::log(LogLevel level, std::string_view line) {
    if (is_live()) return observer_.log(level, line);
    queued_.emplace_back([level, line = std::string(line)](Observer& observer) {
        observer.log(level, line);
    });
}

void InOrder::report(std::string_view line) {
    if (is_live()) return observer_.report(line);
    queued_.emplace_back([line = std::string(line)](Observer& observer) { observer.report(line); });
}

namespace {

/// A promise with a type of its own, for whoever made it may be gone when it is told of.
struct PromiseCopy {
    explicit PromiseCopy(const Promise& original) : type(*original.type), promise(original) {}

    Promise operator()() const {
        Promise copy = promise;
        copy.type = &type;
        return copy;
    }

    PromiseType type;
    Promise promise;
};

} // namespace

void InOrder::promise_started(const Promise& promise) {
    if (is_live()) return observer_.promise_started(promise);
    queued_.emplace_back([copy = PromiseCopy(promise)](Observer& observer) {
        observer.promise_started(copy());
    });
}

void InOrder::promise_progress(const Promise& promise, int percent, std::string_view text) {
    if (is_live()) observer_.promise_progress(promise, percent, text);
}

void InOrder::promise_done(const Promise& promise, const Outcome& outcome) {
    if (is_live()) return observer_.promise_done(promise, outcome);
    queued_.emplace_back([copy = PromiseCopy(promise), outcome](Observer& observer) {
        observer.promise_done(copy(), outcome);
    });
}

void InOrder::promise_skipped(
    std::string_view type,
    std::string_view promiser,
    const Origin& origin,
    SkipReason reason,
    std::string_view because
) {
    if (is_live()) return observer_.promise_skipped(type, promiser, origin, reason, because);
    queued_.emplace_back([type = std::string(type),
                          promiser = std::string(promiser),
                          origin,
                          reason,
                          because = std::string(because)](Observer& observer) {
        observer.promise_skipped(type, promiser, origin, reason, because);
    });
}

void InOrder::class_defined(
    std::string_view name, std::string_view bundle, const Remarks& remarks
) {
    if (is_live()) return observer_.class_defined(name, bundle, remarks);
    queued_.emplace_back([name = std::string(name), bundle = std::string(bundle), remarks](
                             Observer& observer
                         ) { observer.class_defined(name, bundle, remarks); });
}

void InOrder::variable_defined(
    std::string_view qualified_name, std::string_view text, const Remarks& remarks
) {
    if (is_live()) return observer_.variable_defined(qualified_name, text, remarks);
    queued_.emplace_back([name = std::string(qualified_name), text = std::string(text), remarks](
                             Observer& observer
                         ) { observer.variable_defined(name, text, remarks); });
}

} // namespace vow
