#include "agent/keepers/live_keeper.h"

#include <algorithm>

namespace vow::agent {

class LiveKeeper::Shown final : public ForwardingListener {
public:
    Shown(LiveKeeper& keeper, const Promise& promise, PromiseListener& listener)
        : ForwardingListener(listener),
          keeper_(keeper),
          log_level_(promise.terms.log_level) {
        keeper.view_.begin(this, keeper.secrets_.masked(live_description(promise)));
    }
    Shown(const Shown&) = delete;
    Shown& operator=(const Shown&) = delete;
    ~Shown() override = default;

    void log(LogLevel level, std::string_view line) override {
        if (level <= std::max(log_level_, LogLevel::info))
            keeper_.view_.log(this, keeper_.secrets_.masked(line));
        ForwardingListener::log(level, line);
    }
    void progress(int percent, std::string_view text) override {
        keeper_.view_.progress(this, percent, keeper_.secrets_.masked(text));
        ForwardingListener::progress(percent, text);
    }
    /// Ends this object.
    void done(Outcome outcome) override {
        PromiseListener& listener = next();
        LiveKeeper& keeper = keeper_;
        keeper.view_.end(this);
        keeper.shown_.remove_if([&](const Shown& shown) { return &shown == this; });
        listener.done(std::move(outcome));
    }

private:
    LiveKeeper& keeper_;
    LogLevel log_level_;
};

LiveKeeper::LiveKeeper(PromiseKeeper& next, LiveView& view, const Secrets& secrets)
    : ForwardingKeeper(next),
      view_(view),
      secrets_(secrets) {}

LiveKeeper::~LiveKeeper() = default;

void LiveKeeper::start(const Promise& promise, PromiseListener& listener) {
    next().start(promise, shown_.emplace_back(*this, promise, listener));
}

void LiveKeeper::cancel(PromiseListener& listener) {
    const auto shown =
        std::ranges::find_if(shown_, [&](const Shown& each) { return &each.next() == &listener; });
    if (shown != shown_.end()) next().cancel(*shown);
}

} // namespace vow::agent
