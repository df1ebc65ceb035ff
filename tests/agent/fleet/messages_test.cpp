#include "agent/fleet/messages.h"
#include "agent/fleet/nkey.h"
#include "agent/fleet/report.h"
#include "agent/fleet/report_store.h"
#include "agent/fleet/roles.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

namespace vow::agent {
namespace {

constexpr FleetTime report_time{std::chrono::seconds(1'000'000'000)};
const std::string own_id(64, 'a');

Report report_with(std::int64_t number, const std::string& result) {
    return {
        .id = own_id + "-" + std::to_string(number),
        .host = own_id,
        .name = "web1",
        .number = number,
        .started = report_time + std::chrono::hours(number),
        .policy = "/etc/vow/main.cf",
        .exit_status = result == "not_kept" ? 1 : 0,
        .not_kept = result == "not_kept" ? 1 : 0,
        .outcomes = {
            {.type = "files",
             .promiser = "/x",
             .place = "/etc/vow/main.cf:7",
             .handle = "x",
             .result = result}}};
}

} // namespace

TEST_CASE("A request to join is signed by the key that it names") {
    const NKey key = NKey::make(NKey::Kind::user);
    JoinRequest request{.token = "t", .key = key.public_text(), .name = "web1"};
    request.signature = base64_url_of(key.sign(request.signed_text()));
    CHECK(join_request_from(text_of(request)).is_signed());
    CHECK(is_host_id(request.host()));
    request.name = "web2";
    CHECK_FALSE(join_request_from(text_of(request)).is_signed());
    request.key = NKey::make(NKey::Kind::account).public_text();
    CHECK_THROWS_AS(join_request_from(text_of(request)), BadMessage);
}

TEST_CASE("A message of a later form is read if it is at most two newer") {
    const std::string rest =
        R"(,"release":"web/2","time":"2026-11-26T09:20:17Z","more":{"x":[1]}})";
    for (const char* schema : {"1", "2", "3"})
        CHECK(desired_from(R"({"schema":)" + std::string(schema) + rest).release == "web/2");
    for (const char* schema : {"0", "4", "-1", "\"1\"", "null"})
        CHECK_THROWS_AS(desired_from(R"({"schema":)" + std::string(schema) + rest), BadMessage);
}

TEST_CASE("A question has one of the verbs and no option") {
    const auto ask = [](const std::string& rest) {
        return ask_from(R"({"schema":1,"id":"x",)" + rest + "}");
    };
    CHECK(ask(R"("verb":"run")").verb == Ask::Verb::run);
    CHECK(ask(R"("verb":"explain","what":"class:x")").what == "class:x");
    for (const char* rest :
         {R"("verb":"sh")",
          R"("verb":"run","what":"other.cf")",
          R"("verb":"explain")",
          R"("verb":"explain","what":"--help")",
          R"("verb":"explain","what":"a\nb")",
          R"("verb":1)"})
        CHECK_THROWS_AS(ask(rest), BadMessage);
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

TEST_CASE("A report belongs to its host by its id and its signature") {
    const NKey key = NKey::make(NKey::Kind::user);
    const std::string text = text_of(report_with(1, "not_kept"));
    CHECK(text_of(report_from(text)) == text);
    const std::string signature = report_signature(key, text);
    CHECK(is_report_signed(key.public_text(), text, signature));
    CHECK_FALSE(is_report_signed(key.public_text(), text + " ", signature));
    Report foreign = report_with(1, "kept");
    foreign.id = std::string(64, 'b') + "-1";
    CHECK_THROWS_AS(report_from(text_of(foreign)), BadMessage);
}

TEST_CASE("A report is stored once, and its sums outlive its details") {
    const tests::TemporaryFolder folder;
    ReportStore store(folder.path() + "/reports.db");
    const std::vector<Report> reports{report_with(1, "repaired"), report_with(2, "not_kept")};
    CHECK(store.add(reports) == 2);
    CHECK(store.add(reports) == 0);
    CHECK(store.add({report_with(2, "not_kept"), report_with(3, "not_kept")}) == 1);
    CHECK(store.reports_of(own_id, 10).size() == 3);
    CHECK(store.changes_since(report_time, 10).size() == 1);
    const auto broken = store.broken("main.cf:7");
    REQUIRE(broken.size() == 1);
    CHECK(broken[0].runs == 2);
    CHECK(broken[0].since == report_time + std::chrono::hours(2));
    CHECK(store.broken("x").size() == 1);
    CHECK(store.broken("other.cf:7").empty());
    store.forget_details_before(report_time + std::chrono::hours(100));
    CHECK(store.reports_of(own_id, 10).empty());
    CHECK(store.totals().reports == 3);
    CHECK(ReportStore(folder.path() + "/reports.db").totals().not_kept == 2);
}

TEST_CASE("A host has permission for its own subjects only") {
    const Permissions permissions = permissions_of_host(own_id);
    for (const std::string& subject : permissions.publish) {
        CAPTURE(subject);
        const bool is_reading = subject.starts_with("$JS.API.DIRECT.GET.KV_");
        CHECK((is_reading || subject.ends_with("." + own_id)));
    }
    CHECK(permissions_of_token("t").publish == std::vector<std::string>{"vow.join.t"});
    CHECK_FALSE(is_fleet_name("a.b"));
    CHECK_FALSE(is_fleet_name("*"));
    CHECK_FALSE(is_fleet_name(""));
}

} // namespace vow::agent
