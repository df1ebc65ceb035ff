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
    Entry(InOrder& order, Promise promise, Each each, std::vector<StoredEvent> before)
        : order_(order),
          promise_(std::move(promise)),
          each_(std::move(each)),
          before_(std::move(before)) {}

    void log(LogLevel level, std::string_view line) override {
        if (level > promise_.terms.log_level && !order_.observer_.wants(level)) return;
        const LogLine event{level, line, promise_.origin.scope};
        if (is_heard_) return order_.observer_.receive(event);
        waiting_.emplace_back(event);
    }
    void progress(int percent, std::string_view text) override {
        if (is_heard_) order_.observer_.receive(Progress{promise_, percent, text});
    }
    void done(Outcome outcome) override { outcome_ = std::move(outcome); }
    bool is_live() const override { return is_heard_; }

    const Promise& promise() const { return promise_; }
    bool is_done() const { return outcome_.has_value(); }

    /// It is its turn.
    void go_live() {
        is_heard_ = true;
        for (const StoredEvent& event : std::exchange(before_, {}))
            event.send_to(order_.observer_);
        order_.observer_.receive(PromiseStarted{promise_});
        for (const StoredEvent& event : std::exchange(waiting_, {}))
            event.send_to(order_.observer_);
    }
    /// Once it is done.
    void pass_on() {
        order_.observer_.receive(PromiseDone{promise_, *outcome_});
        each_(*outcome_);
    }

private:
    InOrder& order_;
    const Promise promise_;
    Each each_;
    std::vector<StoredEvent> before_;  ///< received before it began
    std::vector<StoredEvent> waiting_; ///< its own, until it is the first
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
    for (const StoredEvent& event : std::exchange(queued_, {}))
        event.send_to(observer_);
}

// --- the observer -------------------------------------------------------------------------------

void InOrder::receive(const Event& event) {
    if (is_live()) return observer_.receive(event);
    queued_.emplace_back(event);
}

} // namespace vow
