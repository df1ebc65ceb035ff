#include "agent/release/schedule.h"

#include <doctest/doctest.h>

namespace schedule_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

constexpr int saturday = 6, sunday = 0, monday = 1, friday = 5;

TEST_CASE("a window holds from its first minute to the last one before its end") {
    const TimeWindow window{.weekdays = {saturday}, .from = 2h, .until = 4h + 30min};
    CHECK_FALSE(window.has({saturday, 1h + 59min}));
    CHECK(window.has({saturday, 2h}));
    CHECK(window.has({saturday, 4h + 29min}));
    CHECK_FALSE(window.has({saturday, 4h + 30min}));
    CHECK_FALSE(window.has({sunday, 3h}));
    CHECK(window.text() == "sat 02:00-04:30");
}

TEST_CASE("a window over midnight belongs to the day on which it begins") {
    const TimeWindow window{.weekdays = {saturday, sunday}, .from = 22h, .until = 4h};
    CHECK_FALSE(window.has({saturday, 3h}));
    CHECK(window.has({saturday, 23h}));
    CHECK(window.has({sunday, 3h}));
    CHECK(window.has({monday, 3h}));
    CHECK_FALSE(window.has({monday, 4h}));
    const TimeWindow always{.from = 1h, .until = 1h};
    CHECK(always.has({friday, 0h}));
    CHECK(always.has({friday, 1h}));
}

TEST_CASE("a schedule names the reason why a version has to wait") {
    const ReleaseTime now(1'000'000s);
    Schedule schedule{.not_before = now + 1s};
    CHECK(schedule.objection_at(now, {monday, 3h}) == "before 1970-01-12T13:46:41Z");
    CHECK_FALSE(schedule.objection_at(now + 1s, {monday, 3h}));
    schedule.windows = {
        {.weekdays = {saturday}, .from = 2h, .until = 4h}, {.from = 5h, .until = 6h}};
    CHECK(
        schedule.objection_at(now + 1s, {monday, 3h}) == "outside of sat 02:00-04:00, 05:00-06:00"
    );
    CHECK_FALSE(schedule.objection_at(now + 1s, {monday, 5h}));
}

TEST_CASE("the policy is due again after its time, of which a tenth may lack") {
    const ReleaseTime last(1'000'000s);
    const Schedule schedule{.every = 30min};
    CHECK_FALSE(schedule.is_due(last, last));
    CHECK_FALSE(schedule.is_due(last, last + 26min));
    CHECK(schedule.is_due(last, last + 27min));
    CHECK(schedule.is_due(last, last - 1s)); // the clock was set
    CHECK(Schedule{}.is_due(last, last));
}

} // namespace schedule_test
