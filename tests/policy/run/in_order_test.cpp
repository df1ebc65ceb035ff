#include "policy/run/in_order.h"
#include "policy/run/promise_call.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

#include <map>
#include <stdexcept>

namespace in_order_test {

using namespace vow;
using namespace std::chrono_literals;

namespace {

/// Keeps promises on demand, in any order.
class PatientKeeper : public PromiseKeeper {
public:
    /// The promisers to finish, one at each wait, the next one last.
    std::vector<std::string> next = {};

    void start(const Promise& promise, PromiseListener& listener) override {
        under_way_.emplace(promise.promiser, &listener);
        listener.log(LogLevel::info, "begins " + promise.promiser);
    }
    bool wait(std::optional<Clock::time_point>) override {
        if (next.empty()) return false;
        const std::string promiser = next.back();
        next.pop_back();
        PromiseListener& listener = *under_way_.at(promiser);
        under_way_.erase(promiser);
        listener.log(LogLevel::info, "ends " + promiser);
        listener.done(Outcome::of(Verdict::repaired));
        return true;
    }
    void cancel(PromiseListener& listener) override {
        for (const auto& [promiser, other] : under_way_) {
            if (other == &listener) next.push_back(promiser);
        }
    }

private:
    std::map<std::string, PromiseListener*> under_way_;
};

struct Fixture {
    test::CollectingObserver observer = {};
    PatientKeeper keeper = {};
    InOrder order{observer, keeper};
    PromiseType type{"t"};

    void start(const std::string& promiser) {
        order.start(
            {.type = &type, .promiser = promiser, .terms = {.log_level = LogLevel::info}},
            [this, promiser](const Outcome&) {
                order.receive(LogLine{LogLevel::info, "outcome of " + promiser});
            }
        );
    }
    std::string log_text() const {
        std::string text;
        for (const std::string& line : observer.lines)
            text += line.substr(line.find(' ') + 1) + "\n";
        return text;
    }
};

} // namespace

TEST_CASE("outcomes arrive in the order of starts, whichever promise ends first") {
    Fixture test;
    test.keeper.next = {"a", "b", "c"}; // c is the first to end
    test.order.receive(LogLine{LogLevel::info, "before a"});
    test.start("a");
    test.order.receive(LogLine{LogLevel::info, "before b"});
    test.start("b");
    test.order.receive(LogLine{LogLevel::info, "before c"});
    test.start("c");
    test.order.receive(LogLine{LogLevel::info, "behind"});
    CHECK(test.log_text() == "before a\nbegins a\n"); // the first is live
    test.order.finish();
    CHECK(
        test.log_text() == "before a\nbegins a\nends a\noutcome of a\n"
                           "before b\nbegins b\nends b\noutcome of b\n"
                           "before c\nbegins c\nends c\noutcome of c\nbehind\n"
    );
    CHECK(test.order.is_empty());
}

TEST_CASE("the next promise is live as soon as those before it are done") {
    Fixture test;
    test.keeper.next = {"b", "a"};
    test.start("a");
    test.start("b");
    test.order.wait();
    CHECK(test.log_text() == "begins a\nends a\noutcome of a\nbegins b\n");
    test.order.finish();
    CHECK(test.log_text() == "begins a\nends a\noutcome of a\nbegins b\nends b\noutcome of b\n");
}

TEST_CASE("a promiser is listed while its promise is pending") {
    Fixture test;
    test.keeper.next = {"a"};
    test.start("a");
    CHECK(test.order.has("a"));
    CHECK_FALSE(test.order.has("b"));
    test.order.finish();
    CHECK_FALSE(test.order.has("a"));
}

TEST_CASE("a promise ends in an error when its keeper has forgotten it") {
    Fixture test;
    test.start("a");
    test.order.finish(); // wait() knows of no pending promise
    CHECK(test.log_text().find("No outcome came for a promise of type 't'") != std::string::npos);
}

TEST_CASE("pending promises are cancelled when they are not waited for") {
    test::FakeWorld fake;
    fake.keeper.script("t", "a").takes = 1h;
    fake.keeper.script("t", "b").takes = 1h;
    const PromiseType type{"t"};
    int passed_on = 0;
    {
        InOrder order(fake.observer, fake.keeper);
        for (const char* promiser : {"a", "b"})
            order.start({.type = &type, .promiser = promiser}, [&](const Outcome&) {
                ++passed_on;
            });
    }
    CHECK(fake.keeper.cancelled() == std::vector<std::string>{"a", "b"});
    CHECK(passed_on == 0);
    // Only the start of the first was sent.
    CHECK(fake.observer.transcript == std::vector<std::string>{"t a: error"});
}

TEST_CASE("an outcome that cannot be delivered leaves the others pending") {
    Fixture test;
    test.keeper.next = {"b", "a"};
    test.order.start({.type = &test.type, .promiser = "a"}, [](const Outcome&) {
        throw std::runtime_error("no");
    });
    test.start("b");
    CHECK_THROWS_AS(test.order.finish(), std::runtime_error);
    CHECK(test.order.has("b"));
    test.order.finish();
    CHECK(test.log_text() == "begins a\nends a\nbegins b\nends b\noutcome of b\n");
}

TEST_CASE("one of several promises is cancelled by its handle") {
    test::FakeWorld fake;
    fake.keeper.script("t", "slow").takes = 1h;
    const PromiseType type{"t"};
    InOrder order(fake.observer, fake.keeper);
    std::vector<Verdict> verdicts;
    const auto each = [&](const Outcome& outcome) { verdicts.push_back(outcome.result()); };
    const auto slow = order.start({.type = &type, .promiser = "slow"}, each);
    order.start({.type = &type, .promiser = "quick"}, each);
    order.cancel(slow);
    order.finish();
    CHECK(verdicts == std::vector{Verdict::error, Verdict::kept});
    CHECK(fake.host.clock.now == test::FakeClock().now); // and no hour has passed
    order.cancel(slow);                                  // it is done: nothing happens
    CHECK(fake.keeper.cancelled() == std::vector<std::string>{"slow"});
}

TEST_CASE("waiting for a promise ends with its outcome or when the time has come") {
    test::FakeWorld fake;
    fake.keeper.script("t", "first").takes = 10s;
    fake.keeper.script("t", "second").takes = 5s;
    const PromiseType type{"t"};
    InOrder order(fake.observer, fake.keeper);
    const auto ignore = [](const Outcome&) {};
    const auto first = order.start({.type = &type, .promiser = "first"}, ignore);
    const auto second = order.start({.type = &type, .promiser = "second"}, ignore);
    const auto begin = fake.keeper.now();
    CHECK_FALSE(order.wait_for(second, begin + 7s)); // done, but not in its turn
    CHECK(fake.keeper.now() == begin + 7s);
    CHECK(order.wait_for(first, begin + 1h));
    CHECK(fake.keeper.now() == begin + 10s);
    CHECK(order.wait_for(second, begin)); // its turn came with the first
}

TEST_CASE("a part of a promise sends its log lines only") {
    test::FakeWorld fake;
    fake.keeper.script("t", "a").lines = {{LogLevel::info, "works"}};
    const PromiseType type{"t"};
    CHECK(keep_part(fake.world, {.type = &type, .promiser = "a"}).result() == Verdict::kept);
    CHECK(fake.observer.transcript == std::vector<std::string>{"info: works"});
    CHECK(keep(fake.world, {.type = &type, .promiser = "a"}).result() == Verdict::kept);
    CHECK(
        fake.observer.transcript ==
        std::vector<std::string>{"info: works", "info: works", "t a: kept"}
    );
}

TEST_CASE("a promise ends in an error when its keeper throws, and the next one is kept") {
    struct ThrowingKeeper : PatientKeeper {
        void start(const Promise& promise, PromiseListener& listener) override {
            if (promise.promiser == "bad") throw std::runtime_error("no more memory");
            PatientKeeper::start(promise, listener);
        }
    };
    test::CollectingObserver observer;
    ThrowingKeeper keeper;
    keeper.next = {"good"};
    const PromiseType type{"t"};
    std::vector<Verdict> verdicts;
    InOrder order(observer, keeper);
    for (const char* promiser : {"bad", "good"}) {
        order.start(
            {.type = &type, .promiser = promiser, .origin = {.file = "p.cf", .line = 3}},
            [&](const Outcome& outcome) { verdicts.push_back(outcome.result()); }
        );
    }
    order.finish();
    CHECK(verdicts == std::vector{Verdict::error, Verdict::repaired});
    CHECK(observer.lines.front() == "error: p.cf:3: t promise 'bad' failed: no more memory");
    CHECK(observer.transcript.at(1) == "t bad: error");
}

TEST_CASE("a promise that waits its turn is full when it has stored many lines") {
    struct Talker : PatientKeeper {
        void start(const Promise& promise, PromiseListener& listener) override {
            PatientKeeper::start(promise, listener);
            const std::string line(1 << 10, 'x');
            std::size_t lines = 0;
            for (; !listener.is_full() && lines < 10'000; ++lines)
                listener.log(LogLevel::info, line);
            stored.push_back(lines);
            listeners.push_back(&listener);
        }
        std::vector<std::size_t> stored;
        std::vector<PromiseListener*> listeners;
    };
    test::CollectingObserver observer;
    Talker keeper;
    keeper.next = {"b", "a"};
    const PromiseType type{"t"};
    InOrder order(observer, keeper);
    for (const char* promiser : {"a", "b"}) {
        order.start(
            {.type = &type, .promiser = promiser, .terms = {.log_level = LogLevel::info}},
            [](const Outcome&) {}
        );
    }
    CHECK(keeper.stored.at(0) == 10'000); // the first is live
    CHECK(keeper.stored.at(1) < 4'100);
    order.wait(); // a is done
    CHECK_FALSE(keeper.listeners.at(1)->is_full());
    order.finish();
}

} // namespace in_order_test
