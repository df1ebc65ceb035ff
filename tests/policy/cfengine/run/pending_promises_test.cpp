#include "policy/cfengine/run/pending_promises.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace pending_promises_test {

using namespace vow;
using namespace vow::cfengine;

namespace {

/// Has room for so many promises.
class RoomyKeeper final : public PromiseKeeper {
public:
    explicit RoomyKeeper(std::size_t most) : most_(most) {}

    void start(const Promise& promise, PromiseListener& listener) override {
        listener.log(LogLevel::info, "begins " + promise.promiser);
        pending_.emplace_back(promise.promiser, &listener);
    }
    bool wait(std::optional<Clock::time_point>) override {
        if (pending_.empty()) return false;
        const auto [promiser, listener] = pending_.front();
        pending_.erase(pending_.begin());
        listener->log(LogLevel::info, "ends " + promiser);
        listener->done(Outcome::of(Verdict::kept));
        return true;
    }
    void cancel(PromiseListener&) override {}
    Room room(const PromiseType&) const override {
        return pending_.size() < most_ ? Room::free : Room::none;
    }

private:
    std::size_t most_;
    std::vector<std::pair<std::string, PromiseListener*>> pending_;
};

/// The log after two promises began.
std::vector<std::string> log_of_two(std::size_t room) {
    test::CollectingObserver observer;
    RoomyKeeper keeper(room);
    PendingPromises pending(observer, keeper);
    const PromiseType type{"t"};
    for (const char* promiser : {"a", "b"})
        pending.begin({.type = &type, .promiser = promiser}, {}, [](const Outcome&) {});
    return observer.transcript;
}

} // namespace

TEST_CASE("a promise that begins waits for room for another") {
    using Lines = std::vector<std::string>;
    const Lines first = {"info: begins a", "info: ends a", "t a: kept"};
    Lines second = first;
    second.insert(second.end(), {"info: begins b"});
    CHECK(log_of_two(3) == Lines{"info: begins a"}); // it is live, the other one waits
    CHECK(log_of_two(2) == second);
    second.insert(second.end(), {"info: ends b", "t b: kept"});
    CHECK(log_of_two(1) == second);
}

} // namespace pending_promises_test
