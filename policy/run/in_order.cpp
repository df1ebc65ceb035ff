#include "policy/run/in_order.h"

#include "policy/run/guarded.h"

#include <algorithm>
#include <string>
#include <utility>

namespace vow {
namespace {

constexpr std::size_t max_waiting_bytes = std::size_t{4} << 20U; ///< of one promise's lines

} // namespace

/// A pending promise. Its events wait until it is the first.
class InOrder::Entry final : public PromiseListener {
public:
    Entry(InOrder& order, Promise promise, Each each, EventOptions options)
        : order_(order),
          handle_(Handle{++order.started_}),
          promise_(std::move(promise)),
          each_(std::move(each)),
          options_(options),
          before_(std::exchange(order.queued_, {})) {}

    void log(LogLevel level, std::string_view line) override {
        const Terms& terms = promise_.terms;
        if (level > terms.shown_level) return;
        if (level > terms.log_level && !order_.observer_.wants(level)) return;
        const LogLine event{level, line, promise_.origin.scope, promise_.terms.log_priority};
        if (is_live_) return order_.observer_.receive(event);
        waiting_.emplace_back(event);
        waiting_bytes_ += sizeof(StoredEvent) + line.size();
    }
    void learn_secrets(const Data& values) override {
        if (values.items().empty()) return;
        order_.observer_.receive(SecretLearned{values, promise_.origin.scope});
    }
    void progress(int percent, std::string_view text) override {
        if (is_live_) order_.observer_.receive(Progress{promise_, percent, text});
    }
    void done(Outcome outcome) override {
        if (!is_live_) ended_ = Clock::now();
        outcome_ = std::move(outcome);
    }
    bool is_live() const override { return is_live_; }
    bool is_full() const override { return !is_live_ && waiting_bytes_ >= max_waiting_bytes; }

    /// Makes an exception of the keeper the outcome.
    void fail(const std::string& reason) {
        if (is_done()) return;
        const Origin& origin = promise_.origin;
        log(LogLevel::error,
            origin.file + ":" + std::to_string(origin.line) + ": " + promise_.type->name +
                " promise '" + promise_.promiser + "' failed: " + reason);
        done(Outcome::of(Verdict::error));
    }

    Handle handle() const { return handle_; }
    const Promise& promise() const { return promise_; }
    bool is_done() const { return outcome_.has_value(); }

    void go_live() {
        if (std::exchange(is_live_, true)) return;
        for (const StoredEvent& event : std::exchange(before_, {}))
            event.send_to(order_.observer_);
        if (options_.ends == EventOptions::Ends::sent)
            order_.observer_.receive(PromiseStarted{promise_});
        for (const StoredEvent& event : std::exchange(waiting_, {}))
            event.send_to(order_.observer_);
    }
    /// Every start that was sent is followed by an outcome, even for a cancelled promise.
    void send_done() {
        if (!is_live_ || !is_done() || options_.ends != EventOptions::Ends::sent) return;
        order_.observer_.receive(PromiseDone{promise_, *outcome_, options_.handled, ended_});
    }
    void pass_on() {
        send_done();
        each_(*std::move(outcome_));
    }

private:
    InOrder& order_;
    const Handle handle_;
    const Promise promise_;
    Each each_;
    EventOptions options_;
    std::vector<StoredEvent> before_;  ///< received before it started
    std::vector<StoredEvent> waiting_; ///< its own, until it is the first
    std::size_t waiting_bytes_ = 0;
    bool is_live_ = false;
    EventTime ended_; ///< if it has to wait for its turn
    std::optional<Outcome> outcome_;
};

InOrder::InOrder(Observer& observer, PromiseKeeper& keeper)
    : observer_(observer),
      keeper_(keeper) {}

InOrder::~InOrder() {
    for (Entry& entry : entries_) {
        if (!entry.is_done()) keeper_.cancel(entry);
    }
    while (!are_all_done() && keeper_.wait({})) {
    }
    if (!is_empty()) entries_.front().send_done();
}

bool InOrder::has(std::string_view promiser) const {
    return std::ranges::any_of(entries_, [&](const Entry& entry) {
        return entry.promise().promiser == promiser;
    });
}

InOrder::Handle InOrder::start(Promise promise, Each each, EventOptions options) {
    Entry& entry = entries_.emplace_back(*this, std::move(promise), std::move(each), options);
    const Handle handle = entry.handle();
    if (entries_.size() == 1) entry.go_live();
    guarded(
        [&] { keeper_.start(entry.promise(), entry); },
        [&](const std::string& reason) { entry.fail(reason); }
    );
    release_finished();
    return handle;
}

void InOrder::cancel(Handle handle) {
    const auto found = std::ranges::find(entries_, handle, &Entry::handle);
    if (found != entries_.end() && !found->is_done()) keeper_.cancel(*found);
}

void InOrder::wait(std::optional<Clock::time_point> until) {
    if (!keeper_.wait(until) && !is_empty()) {
        Entry& first = entries_.front();
        first.log(
            LogLevel::critical,
            "No outcome came for a promise of type '" + first.promise().type->name + "'"
        );
        first.done(Outcome::of(Verdict::error));
    }
    release_finished();
}

bool InOrder::wait_for(Handle handle, std::optional<Clock::time_point> until) {
    while (!is_empty() && entries_.front().handle() <= handle) {
        if (until && keeper_.now() >= *until) return false;
        wait(until);
    }
    return true;
}

void InOrder::finish() {
    while (!is_empty())
        wait();
}

bool InOrder::are_all_done() const {
    return std::ranges::all_of(entries_, &Entry::is_done);
}

void InOrder::release_finished() {
    while (!is_empty()) {
        entries_.front().go_live();
        if (!entries_.front().is_done()) return;
        release_first();
    }
    send_queued();
}

void InOrder::release_first() {
    std::list<Entry> released;
    released.splice(released.end(), entries_, entries_.begin());
    struct Releasing {
        explicit Releasing(bool& state) : flag(state) { flag = true; }
        Releasing(const Releasing&) = delete;
        Releasing& operator=(const Releasing&) = delete;
        ~Releasing() { flag = false; }
        bool& flag;
    };
    const Releasing now(is_releasing_);
    released.front().pass_on();
}

void InOrder::send_queued() {
    for (const StoredEvent& event : std::exchange(queued_, {}))
        event.send_to(observer_);
}

// --- the observer -------------------------------------------------------------------------------

void InOrder::receive(const Event& event) {
    if (!is_live()) {
        queued_.emplace_back(event);
        return;
    }
    if (!is_releasing_ && !queued_.empty()) send_queued(); // an outcome could not be passed on
    observer_.receive(event);
}

} // namespace vow
