#include "policy/run/keep.h"

namespace vow {
namespace {

/// Hands one promise's log lines on and keeps its outcome. A promise may be more talkative than
/// the run, never quieter.
class OnePromise : public Keeping {
public:
    OnePromise(Observer& observer, LogLevel level) : observer_(observer), level_(level) {}

    void log(LogLevel level, std::string_view line) override {
        if (level <= level_ || observer_.wants(level)) observer_.log(level, line);
    }
    void done(Outcome outcome) override { outcome_ = std::move(outcome); }

    bool is_done() const { return outcome_.has_value(); }
    Outcome take_outcome() { return *std::move(outcome_); }

private:
    Observer& observer_;
    LogLevel level_;
    std::optional<Outcome> outcome_;
};

} // namespace

Outcome keep(World& world, const Promise& promise) {
    world.observer.promise_started(promise);
    Outcome outcome = keep_part(world, promise);
    world.observer.promise_done(promise, outcome);
    return outcome;
}

Outcome keep_part(World& world, const Promise& promise) {
    OnePromise keeping(world.observer, promise.terms.log_level);
    world.keeper.start(promise, keeping);
    while (!keeping.is_done()) {
        if (world.keeper.wait()) continue;
        keeping.log(
            LogLevel::critical, "No outcome came for a promise of type '" + promise.type->name + "'"
        );
        keeping.done(Outcome::of(Verdict::error));
    }
    return keeping.take_outcome();
}

} // namespace vow
