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
    Overlap overlap(const PromiseType&) const override { return Overlap::allowed; }
    bool is_free(const PromiseType&) const override { return pending_.size() < most_; }

private:
    std::size_t most_;
    std::vector<std::pair<std::string, PromiseListener*>> pending_;
};

/// The log after promises of the type began.
std::vector<std::string>
log_of(std::size_t room, const PromiseType& type, const std::vector<PendingPromises::Writes>& all) {
    test::CollectingObserver observer;
    RoomyKeeper keeper(room);
    PendingPromises pending(observer, keeper);
    char promiser = 'a';
    for (const PendingPromises::Writes& writes : all)
        pending.begin(
            {.type = &type, .promiser = std::string(1, promiser++)}, writes, [](const Outcome&) {}
        );
    return observer.transcript;
}

PendingPromises::Writes naming(const std::string& path) {
    return {.paths = {.files = {path}}};
}

using Lines = std::vector<std::string>;
const Lines second_waits = {"info: begins a", "info: ends a", "t a: kept", "info: begins b"};

} // namespace

TEST_CASE("a promise waits for room") {
    const PromiseType type{"t"};
    CHECK(log_of(2, type, {{}, {}}) == Lines{"info: begins a"}); // it is live, the other one waits
    CHECK(log_of(1, type, {{}, {}}) == second_waits);
}

TEST_CASE("a promise waits for one that names the same file, unless their order does not matter") {
    const PromiseType type{"t"};
    CHECK(log_of(2, type, {naming("/a"), naming("/b")}) == Lines{"info: begins a"});
    CHECK(log_of(2, type, {naming("/a"), naming("/a/b")}) == second_waits);
    PendingPromises::Writes unordered = naming("/a");
    unordered.is_unordered = true;
    CHECK(log_of(2, type, {unordered, unordered}) == Lines{"info: begins a"});
    CHECK(log_of(2, type, {naming("/a"), unordered}) == second_waits);
}

TEST_CASE("a promise that is kept alone is the only one from its beginning to its end") {
    test::CollectingObserver observer;
    RoomyKeeper keeper(9);
    PendingPromises pending(observer, keeper);
    const PromiseType type{"t"};
    pending.begin({.type = &type, .promiser = "a"}, {}, [](const Outcome&) {});
    pending.keep_alone({.type = &type, .promiser = "b"}, [](const Outcome&) {});
    Lines expected = second_waits;
    expected.insert(expected.end(), {"info: ends b", "t b: kept"});
    CHECK(observer.transcript == expected);
}

} // namespace pending_promises_test
