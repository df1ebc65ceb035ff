#include "policy/run/keep.h"

namespace vow {
namespace {

/// Hands one promise's log lines on and keeps its outcome. A promise may be more talkative than
/// the run, never quieter.
class OnePromise : public PromiseListener {
public:
    OnePromise(Observer& observer, const Promise& promise)
        : observer_(observer),
          promise_(promise) {}

    void log(LogLevel level, std::string_view line) override {
        if (level > promise_.terms.log_level && !observer_.wants(level)) return;
        observer_.receive(LogLine{level, line, promise_.origin.scope});
    }
    void progress(int percent, std::string_view text) override {
        observer_.receive(Progress{promise_, percent, text});
    }
    void done(Outcome outcome) override { outcome_ = std::move(outcome); }

    bool is_done() const { return outcome_.has_value(); }
    Outcome take_outcome() { return *std::move(outcome_); }

private:
    Observer& observer_;
    const Promise& promise_;
    std::optional<Outcome> outcome_;
};

} // namespace

Outcome keep(World& world, const Promise& promise) {
    world.observer.receive(PromiseStarted{promise});
    Outcome outcome = keep_part(world, promise);
    world.observer.receive(PromiseDone{promise, outcome});
    return outcome;
}

Outcome keep_part(World& world, const Promise& promise) {
    OnePromise listener(world.observer, promise);
    world.keeper.start(promise, listener);
    while (!listener.is_done()) {
        if (world.keeper.wait({})) continue;
        listener.log(
            LogLevel::critical, "No outcome came for a promise of type '" + promise.type->name + "'"
        );
        listener.done(Outcome::of(Verdict::error));
    }
    return listener.take_outcome();
}

} // namespace vow
