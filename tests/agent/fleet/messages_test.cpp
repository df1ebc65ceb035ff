#include "agent/fleet/messages.h"
#include "tests/support/fleet_report.h"

#include <doctest/doctest.h>

namespace vow::agent {

using tests::own_id, tests::report_time;

TEST_CASE("A message of a later form is read if it is at most two newer") {
    const std::string rest =
        R"(,"release":"web/2","time":"2026-11-26T09:20:17Z","more":{"x":[1]}})";
    for (const char* schema : {"1", "2", "3"})
        CHECK(desired_from(R"({"schema":)" + std::string(schema) + rest).release == "web/2");
    for (const char* schema : {"0", "4", "-1", "\"1\"", "null"})
        CHECK_THROWS_AS(desired_from(R"({"schema":)" + std::string(schema) + rest), BadMessage);
}

TEST_CASE("A presence is read as it was written") {
    Presence presence{.host = own_id, .name = "web1", .vow = "0.1.0", .time = report_time};
    presence.verdict = Verdict::not_kept;
    presence.run = 7;
    presence.release = ReleaseName{.bundle = "web", .version = "2"};
    presence.rollout = RolloutMark{.id = "web-2", .state = RolloutMark::State::bad};
    CHECK(text_of(presence_from(text_of(presence))) == text_of(presence));
    presence.host = "../x";
    CHECK_THROWS_AS(presence_from(text_of(presence)), BadMessage);
}

} // namespace vow::agent
