#include "policy/run/in_order.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

#include <map>
#include <stdexcept>

using namespace vow;

namespace {

/// Keeps promises on demand, in any order.
class PatientKeeper : public PromiseKeeper {
public:
    /// The promisers to be done with at each wait, the next one last.
    std::vector<std::string> next = {};
    std::size_t most = 8;

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
    Room room(const PromiseType&) const override {
        return under_way_.size() < most ? Room::free : Room::none;
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
    std::string said() const {
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
    CHECK(test.said() == "before a\nbegins a\n"); // the first is live
    test.order.finish();
    CHECK(
        test.said() == "before a\nbegins a\nends a\noutcome of a\n"
                       "before b\nbegins b\nends b\noutcome of b\n"
                       "before c\nbegins c\nends c\noutcome of c\nbehind\n"
    );
    CHECK(test.order.is_empty());
}

TEST_CASE("the next promise is live as soon as those before it are done") {
    Fixture test;
    test.keeper.most = 2;
    test.keeper.next = {"b", "a"};
    test.start("a");
    test.start("b"); // there is no room for a third until the first is done
    CHECK(test.said() == "begins a\nends a\noutcome of a\nbegins b\n");
    test.order.finish();
    CHECK(test.said() == "begins a\nends a\noutcome of a\nbegins b\nends b\noutcome of b\n");
}

TEST_CASE("a promise is done when start returns, if there is no room for more") {
    Fixture test;
    test.keeper.most = 1;
    test.keeper.next = {"a"};
    test.start("a");
    CHECK(test.order.is_empty());
    CHECK(test.said() == "begins a\nends a\noutcome of a\n");
}

TEST_CASE("a promiser is known while its promise is pending") {
    Fixture test;
    test.keeper.next = {"a"};
    test.start("a");
    CHECK(test.order.has("a"));
    CHECK_FALSE(test.order.has("b"));
    test.order.finish();
    CHECK_FALSE(test.order.has("a"));
}

TEST_CASE("an unfinished promise is cancelled, and a keeper that forgets one is reported") {
    Fixture test;
    test.start("a");
    test.order.finish(); // wait() finds nothing pending
    CHECK(test.said().find("No outcome came for a promise of type 't'") != std::string::npos);
    test.start("b"); // cancelled by the destructor
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
    CHECK(test.said() == "begins a\nends a\nbegins b\nends b\noutcome of b\n");
}
