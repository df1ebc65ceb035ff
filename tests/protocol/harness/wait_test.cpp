#include "protocol/harness/footprint.h"
#include "protocol/harness/subject.h"
#include "protocol/harness/wait.h"

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace wait_test {

using namespace vow::harness;
using namespace std::chrono_literals;

TEST_CASE("a process is starved when it waits for a processor most of the time") {
    CHECK(was_starved({.used = 10ms, .waited = 800ms}, 1s));
    CHECK(!was_starved({.used = 10ms, .waited = 0ms}, 1s));
    CHECK(!was_starved({.used = 900ms, .waited = 100ms}, 1s));
}

TEST_CASE("a process is busy when it works, or waits for a processor, most of the time") {
    CHECK(was_busy({.used = 300ms, .waited = 300ms}, 1s));
    CHECK(!was_busy({.used = 300ms, .waited = 100ms}, 1s));
}

TEST_CASE("the share between two moments never is negative when processes have ended in between") {
    const ProcessorShare share =
        share_between({.used = 5s, .waited = 1s}, {.used = 1s, .waited = 3s});
    CHECK(share.used == 0s);
    CHECK(share.waited == 2s);
}

TEST_CASE("the share of a process grows while it works") {
    const auto before = processor_share_of(::getpid());
    if (!before) return; // a kernel that does not count
    auto after = before;
    while (after && after->used <= before->used)
        after = processor_share_of(::getpid());
    CHECK(after.has_value());
}

TEST_CASE("a wait names its limit, and the processor time of the process") {
    Wait wait(::getpid(), 20ms);
    while (!wait.is_over()) {
    }
    const bool is_once = wait.limit_text().starts_with("within 20 milliseconds");
    CHECK((is_once || wait.limit_text().starts_with("within 40 milliseconds"))
    ); // on a busy machine
    if (processor_share_of(::getpid()))
        CHECK(wait.limit_text().find(" of processor time") != std::string::npos);
}

TEST_CASE("a wait for a process that works knows that it was busy, and one that sleeps was not") {
    if (!processor_share_of(::getpid())) return; // a kernel that does not count
    // A machine that is itself virtual may give no processor to any of its processes for a while,
    // and counts that nowhere.
    bool is_known_busy = false;
    for (int tries = 0; tries < 100 && !is_known_busy; ++tries) {
        Wait working(::getpid(), 50ms);
        while (!working.is_over()) {
        }
        is_known_busy = working.was_busy();
    }
    CHECK(is_known_busy);
    const pid_t child = ::fork();
    if (child == 0) {
        ::pause();
        std::_Exit(0);
    }
    Wait sleeping(child, 50ms);
    while (!sleeping.is_over())
        ::usleep(1000);
    CHECK(!sleeping.was_busy());
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

TEST_CASE("a process that was not looked at within the limit is waited for once more") {
    const pid_t child = ::fork();
    if (child == 0) {
        ::pause();
        std::_Exit(0);
    }
    const auto begin = Wait::Clock::now();
    Wait late(child, 10ms);
    while (Wait::Clock::now() < begin + 20ms) {
    }
    CHECK(!late.is_over());
    while (!late.is_over()) {
    }
    CHECK(late.limit_text().starts_with("within 20 milliseconds"));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

TEST_CASE("late answers are counted in forked processes, too") {
    LateAnswers answers;
    for (int i = 1; i < LateAnswers::max_count; ++i)
        answers.add_one();
    CHECK(!answers.are_enough());
    const pid_t child = ::fork();
    if (child == 0) {
        answers.add_one();
        std::_Exit(0);
    }
    ::waitpid(child, nullptr, 0);
    CHECK(answers.are_enough());
}

} // namespace wait_test
