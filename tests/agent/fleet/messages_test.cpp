#include "agent/fleet/messages.h"
#include "agent/fleet/nkey.h"
#include "agent/fleet/report.h"
#include "agent/fleet/roles.h"
#include "tests/support/fleet_report.h"

#include <doctest/doctest.h>

#include <array>
#include <utility>

namespace vow::agent {
namespace {

using tests::document_of, tests::own_id, tests::report_time;

std::string replaced(std::string text, std::string_view part, std::string_view other) {
    const std::size_t place = text.find(part);
    REQUIRE(place != std::string::npos);
    return text.replace(place, part.size(), other);
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

TEST_CASE("A report of a run is read as its host has made it") {
    const std::string document = document_of(3, "not_kept");
    const Report report = report_from(document);
    CHECK(report.id == own_id + "/0a-3");
    CHECK(report.name == "web1");
    CHECK(report.number == 3);
    CHECK(report.started == report_time + std::chrono::hours(3));
    CHECK(report.policy == "/etc/vow/main.cf");
    CHECK(verdict_of(report.exit_status) == Verdict::not_kept);
    CHECK(report.kept == 0);
    CHECK(report.not_kept == 1);
    REQUIRE(report.outcomes.size() == 1);
    CHECK(report.outcomes[0].place == "/etc/vow/main.cf:7");
    CHECK(report.outcomes[0].handle == "x");
    CHECK(report.document == document);
    const std::string total = R"("not_kept":1)";
    CHECK(report_from(replaced(document, total, R"("not_kept":9e99)")).not_kept < 10);
    CHECK(report_from(replaced(document, total, R"("not_kept":-1)")).not_kept == 0);
    const std::string most = R"("not_kept":9000000000000000000)";
    CHECK(report_from(replaced(document, total, most)).not_kept == 1'000'000'000);
    constexpr std::array<std::pair<const char*, const char*>, 6> faults{
        {{R"("kind":"run")", R"("kind":"host")"},
         {R"("number":3)", R"("number":0)"},
         {R"("host_name":"web1")", R"("host_name":null)"},
         {R"("started":")", R"("started":"x)"},
         {R"("run":"0a-3")", R"("run":"0a-4")"},
         {R"("type":"files")", R"("type":[])"}}};
    for (const auto& fault : faults) {
        CAPTURE(fault.first);
        CHECK_THROWS_AS(report_from(replaced(document, fault.first, fault.second)), BadMessage);
    }
}

TEST_CASE("A report of a run that was killed has failed") {
    const RecordedRun run{
        .number = 1, .started = report_time, .start = Data::object({{"run", Data::string("0a")}})};
    const auto made = report_of_unfinished(run, report_time, {.fleet_id = own_id});
    const Report report = report_from(made.document);
    CHECK(report.id == made.id);
    CHECK(verdict_of(report.exit_status) == Verdict::failed);
    CHECK(report.outcomes.empty());
    CHECK(verdict_of(0) == Verdict::good);
    CHECK(verdict_of(10) == Verdict::good);
    CHECK(verdict_of(4) == Verdict::failed);
}

TEST_CASE("A report belongs to its host by its id and its signature") {
    const NKey key = NKey::make(NKey::Kind::user);
    const std::string text = document_of(1, "not_kept");
    const std::string signature = report_signature(key, text);
    CHECK(is_report_signed(key.public_text(), text, signature));
    CHECK_FALSE(is_report_signed(key.public_text(), text + " ", signature));
    const std::string other(64, 'b');
    const std::string id = R"("id":")" + own_id;
    CHECK_THROWS_AS(report_from(replaced(text, id, R"("id":")" + other)), BadMessage);
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
