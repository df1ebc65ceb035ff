#include "policy/run/promise_call.h"
#include "policy/run/scheduler.h"
#include "protocol/system/file_descriptor.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

#include <array>

#include <poll.h>
#include <unistd.h>

namespace scheduler_test {

using namespace vow;
using namespace std::chrono_literals;

namespace {

using Texts = std::vector<std::string>;

struct Tasks {
    test::FakeWorld fake = {};
    PromiseType type{"t"};
    Scheduler scheduler{fake.world};
    Task& main = scheduler.main();
    Task::Clock::time_point begin = main.now();

    Promise promise(const std::string& promiser) const {
        return {.type = &type, .promiser = promiser};
    }
    Task::Body keeping(const std::string& promiser) {
        return [this, promiser](Task& task) { keep(task.world(), promise(promiser)); };
    }
    std::chrono::seconds passed() const {
        return std::chrono::duration_cast<std::chrono::seconds>(main.now() - begin);
    }
};

} // namespace

TEST_CASE("tasks keep promises concurrently, and are observed in their order") {
    Tasks test;
    test.fake.keeper.script("t", "slow").takes = 20s;
    test.fake.keeper.script("t", "quick").takes = 10s;
    ChildTask slow = test.main.spawn(test.keeping("slow"));
    ChildTask quick = test.main.spawn(test.keeping("quick"));
    CHECK(slow.join());
    CHECK(quick.join());
    CHECK(test.passed() == 20s);
    CHECK(test.fake.keeper.most_pending() == 2);
    CHECK(test.fake.keeper.finished() == Texts{"quick", "slow"});
    CHECK(test.fake.observer.transcript == Texts{"t slow: kept", "t quick: kept"});
}

TEST_CASE("a task sleeps by the keeper's clock while others work") {
    Tasks test;
    Texts order;
    ChildTask late = test.main.spawn([&](Task& task) {
        task.sleep_until(test.begin + 60s);
        order.push_back("late");
    });
    ChildTask early = test.main.spawn([&](Task& task) {
        task.sleep_until(test.begin + 30s);
        order.push_back("early");
    });
    CHECK_FALSE(late.join(test.begin + 45s));
    CHECK(test.passed() == 45s);
    CHECK(late.join());
    CHECK(early.join());
    CHECK(test.passed() == 60s);
    CHECK(order == Texts{"early", "late"});
}

TEST_CASE("a task that waits for a descriptor goes on when it is ready") {
    Tasks test;
    Texts order;
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const FileDescriptor read_end(ends[0]);
    const FileDescriptor write_end(ends[1]);
    ChildTask reader = test.main.spawn([&](Task& task) {
        const pollfd input{.fd = read_end.number(), .events = POLLIN, .revents = 0};
        task.wait_ready({&input, 1}, Task::Clock::time_point::max());
        order.push_back("read");
    });
    ChildTask writer = test.main.spawn([&](Task& task) {
        task.sleep_until(test.begin + 30s);
        order.push_back("wrote");
        CHECK(::write(write_end.number(), "x", 1) == 1);
    });
    CHECK(reader.join());
    CHECK(writer.join());
    CHECK(order == Texts{"wrote", "read"});
}

TEST_CASE("a task that waits for a descriptor goes on when the time has come") {
    Tasks test;
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const FileDescriptor read_end(ends[0]);
    const FileDescriptor write_end(ends[1]);
    const pollfd input{.fd = read_end.number(), .events = POLLIN, .revents = 0};
    test.main.wait_ready({&input, 1}, test.begin + 20s);
    CHECK(test.passed() == 20s);
}

TEST_CASE("a time limit cancels the promise that a task waits for, and unwinds the task") {
    Tasks test;
    test.fake.keeper.script("t", "slow").takes = 1h;
    bool was_unwound = false;
    struct Unwound {
        bool& flag;
        ~Unwound() { flag = true; }
    };
    const auto body = [&](Task& task) {
        const Unwound guard{was_unwound};
        try {
            keep(task.world(), test.promise("slow"));
        } catch (const std::exception&) {
            FAIL("being cancelled is not an error that can be caught");
        }
        FAIL("it goes on");
    };
    CHECK_THROWS_AS(test.main.run_within(5s, body), TimeLimitReached);
    CHECK(was_unwound);
    CHECK(test.passed() == 5s);
    CHECK(test.fake.keeper.cancelled() == Texts{"slow"});
    CHECK(test.fake.observer.transcript == Texts{"t slow: error"});
    test.main.run_within(5s, test.keeping("quick"));
    CHECK(test.passed() == 5s);
}

TEST_CASE("an exception of a child goes to its parent, and cancels its siblings") {
    Tasks test;
    test.fake.keeper.script("t", "slow").takes = 1h;
    const auto both = [&](Task& task) {
        ChildTask slow = task.spawn(test.keeping("slow"));
        ChildTask failing = task.spawn([](Task&) { throw std::runtime_error("oops"); });
        failing.join();
        FAIL("it goes on");
    };
    CHECK_THROWS_WITH(test.main.run_within(10s, both), "oops");
    CHECK(test.fake.keeper.cancelled() == Texts{"slow"});
    CHECK(test.passed() == 0s);
}

TEST_CASE("the last of the tasks that wait for each other is refused") {
    Tasks test;
    WaitingTasks first, second;
    Texts order;
    ChildTask child = test.main.spawn([&](Task& task) {
        ChildTask inner = task.spawn([&](Task& last) {
            CHECK_THROWS_AS(second.wait_or_refuse(last), Deadlock);
            order.emplace_back("inner");
            first.notify();
        });
        first.wait_or_refuse(task);
        order.emplace_back("outer");
    });
    child.join();
    CHECK(order == Texts{"inner", "outer"});
}

TEST_CASE("no task is refused while another waits for a time") {
    Tasks test;
    WaitingTasks waiting;
    ChildTask waits = test.main.spawn([&](Task& task) { waiting.wait_or_refuse(task); });
    test.main.sleep_until(test.main.now() + 1s);
    waiting.notify();
    CHECK(waits.join());
}

TEST_CASE("a child that is cancelled before it begins never begins") {
    Tasks test;
    ChildTask child = test.main.spawn([](Task&) { FAIL("it began"); });
    child.cancel();
    CHECK(child.join());
}

TEST_CASE("a task may wait while it handles an exception") {
    Tasks test;
    Texts caught;
    test.fake.keeper.script("t", "a").takes = 2s;
    test.fake.keeper.script("t", "b").takes = 1s;
    const auto recover = [&](const std::string& name) {
        return [&, name](Task& task) {
            try {
                throw std::runtime_error(name);
            } catch (const std::exception& error) {
                keep(task.world(), test.promise(name));
                caught.emplace_back(error.what());
            }
        };
    };
    ChildTask a = test.main.spawn(recover("a"));
    ChildTask b = test.main.spawn(recover("b"));
    a.join();
    b.join();
    CHECK(caught == Texts{"b", "a"});
}

TEST_CASE("a signal cancels the main task and with it all others") {
    Tasks test;
    const auto stops = [&](Task& task) {
        test.fake.stop.number = 15;
        task.sleep_until(test.begin + 1h);
        FAIL("it slept");
    };
    const auto interrupted = [&] {
        ChildTask child = test.main.spawn(stops);
        test.main.sleep_until(test.begin + 2h);
    };
    CHECK_THROWS_AS(interrupted(), Cancelled);
    CHECK(test.passed() <= 1h);
}

TEST_CASE("a task whose promise was forgotten by the keeper goes on with an error") {
    class Forgetful final : public PromiseKeeper {
    public:
        void start(const Promise&, PromiseListener&) override {}
        bool wait(std::optional<Clock::time_point>) override { return false; }
        void cancel(PromiseListener&) override {}
    };
    Tasks test;
    Forgetful keeper;
    World world = test.fake.world.with(keeper, test.fake.observer);
    Scheduler scheduler(world);
    Verdict verdict = Verdict::kept;
    scheduler.main()
        .spawn([&](Task& task) { verdict = keep(task.world(), test.promise("a")).result(); })
        .join();
    CHECK(verdict == Verdict::error);
}

TEST_CASE("a thousand tasks wait at the same time") {
    Tasks test;
    std::vector<ChildTask> children;
    for (int i = 0; i < 1000; ++i) {
        test.fake.keeper.script("t", std::to_string(i)).takes = std::chrono::seconds(1000 - i);
        children.push_back(test.main.spawn(test.keeping(std::to_string(i))));
    }
    for (ChildTask& child : children)
        child.join();
    CHECK(test.fake.keeper.most_pending() == 1000);
    CHECK(test.fake.observer.transcript.front() == "t 0: kept");
    CHECK(test.fake.observer.transcript.back() == "t 999: kept");
}

} // namespace scheduler_test
