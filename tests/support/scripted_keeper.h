#pragma once

#include "protocol/promise/keeper.h"
#include "tests/support/fake_clock.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vow::test {

/// Keeps promises according to the test's scripts, and records the promises that it was handed. A
/// promise without a script is kept at once.
///
/// Promises finish by the clock: waiting moves it to the time at which the next promise is done. So
/// `takes` of the scripts determines the order in which concurrent promises finish; those that are
/// done at the same time finish in the order in which they started.
class ScriptedKeeper : public PromiseKeeper {
public:
    struct Line {
        LogLevel level;
        std::string text;
    };
    struct Script {
        Outcome outcome = Outcome::of(Verdict::kept);
        std::vector<Line> lines = {}; ///< logged before the outcome
        std::chrono::seconds takes{0};
        std::function<void()> effect = {}; ///< changes the machine of the test
    };
    /// A promise that was handed over; its type may no longer exist.
    struct Record {
        PromiseType type;
        std::string promiser;
        Attributes attributes;
        Origin origin;
        Terms terms;
    };

    /// Borrows the clock.
    explicit ScriptedKeeper(FakeClock& clock) : clock_(clock) {}

    /// The script of a promise, to be filled in before the promise starts.
    Script& script(const std::string& type, const std::string& promiser) {
        return scripts_[{type, promiser}];
    }
    /// Scripts a promise to end with a verdict.
    void answer(const std::string& type, const std::string& promiser, Verdict verdict) {
        script(type, promiser).outcome = Outcome::of(verdict);
    }
    std::size_t capacity = 1; ///< promises of a type kept at once; 1 for one after the other

    const std::vector<Record>& started() const { return started_; }
    /// Promisers in the order in which their promises finished.
    const std::vector<std::string>& finished() const { return finished_; }
    const std::vector<std::string>& cancelled() const { return cancelled_; }
    /// The largest number of promises that were pending at the same time.
    std::size_t most_pending() const { return most_pending_; }

    void start(const Promise& promise, PromiseListener& listener) override;
    bool wait(std::optional<Clock::time_point> until) override;
    Clock::time_point now() const override;
    void cancel(PromiseListener& listener) override;
    Overlap overlap(const PromiseType& type) const override;
    bool is_free(const PromiseType& type) const override;

private:
    using Time = std::chrono::system_clock::time_point;
    struct Pending {
        const Promise* promise;
        PromiseListener* listener;
        Script script;
        Time done_at;
    };

    std::vector<Pending>::iterator next_to_finish();

    static Time time_of(Clock::time_point time);

    FakeClock& clock_;
    std::map<std::pair<std::string, std::string>, Script> scripts_;
    std::vector<Pending> pending_; ///< in the order in which they started
    std::vector<Record> started_;
    std::vector<std::string> finished_;
    std::vector<std::string> cancelled_;
    std::size_t most_pending_ = 0;
};

} // namespace vow::test
