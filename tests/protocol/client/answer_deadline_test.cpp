#include "protocol/client/answer_deadline.h"

#include <doctest/doctest.h>

namespace answer_deadline_test {

using namespace vow::client;
using namespace std::chrono_literals;

TEST_CASE("a deadline is over when its time has passed, and never when nothing is awaited") {
    AnswerDeadline deadline;
    CHECK_FALSE(deadline.is_over(AnswerDeadline::Clock::now() + 1h));
    deadline.begin(10s);
    const auto now = AnswerDeadline::Clock::now();
    CHECK_FALSE(deadline.is_over(now));
    CHECK(deadline.is_over(now + 10s));
    deadline.end();
    CHECK_FALSE(deadline.is_over(now + 1h));
}

TEST_CASE("a notice is due once in each interval") {
    AnswerDeadline deadline;
    deadline.begin(1h, 30s);
    const auto now = AnswerDeadline::Clock::now();
    CHECK_FALSE(deadline.take_notice(now));
    CHECK(deadline.take_notice(now + 31s));
    CHECK_FALSE(deadline.take_notice(now + 32s));
    CHECK(deadline.take_notice(now + 62s));
    CHECK(deadline.until() == now + 92s);
}

TEST_CASE("shorten() never lengthens a deadline") {
    AnswerDeadline deadline;
    deadline.begin(10s);
    deadline.shorten(1s);
    const auto shortened = deadline.until();
    CHECK(shortened <= AnswerDeadline::Clock::now() + 1s);
    deadline.shorten(1h);
    CHECK(deadline.until() == shortened);
    deadline.begin(1ms);
    deadline.shorten(1h);
    CHECK(deadline.until() <= AnswerDeadline::Clock::now() + 1ms);
}

} // namespace answer_deadline_test
