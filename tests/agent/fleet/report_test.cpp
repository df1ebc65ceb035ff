#include "agent/fleet/report.h"
#include "tests/support/fleet_report.h"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <utility>

namespace vow::agent {

using tests::document_of, tests::own_id, tests::report_time;

namespace {

std::string replaced(std::string text, std::string_view part, std::string_view other) {
    const std::size_t place = text.find(part);
    REQUIRE(place != std::string::npos);
    return text.replace(place, part.size(), other);
}

} // namespace

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

TEST_CASE("Reports are verified in their order, however many processors share them") {
    const NKey key = NKey::make(NKey::Kind::user);
    const HostRecord host{.key = key.public_text(), .name = "its name in the fleet"};
    const std::string bad_signature = report_signature(key, "another document");
    std::vector<std::string> documents, signatures;
    for (int number = 1; number <= 500; ++number) {
        documents.push_back(document_of(number, "repaired"));
        signatures.push_back(report_signature(key, documents.back()));
    }
    std::vector<ReceivedReport> received;
    for (std::size_t each = 0; each < documents.size(); ++each)
        received.push_back(
            {.host_id = own_id,
             .host = &host,
             .document = documents[each],
             .signature = signatures[each]}
        );
    const std::string other_id(64, 'b');
    received[3].host_id = other_id;
    received[260].signature = bad_signature;
    received[490].host = nullptr;
    received[491].document = "{";

    const auto verified = verified_reports(received);
    REQUIRE(verified.size() == received.size());
    const std::map<std::size_t, std::string> faults{
        {3, "a report of another host"},
        {260, "a report without the signature of its host"},
        {490, "a report of an unknown host"}};
    for (std::size_t each = 0; each < verified.size(); ++each) {
        const auto* report = std::get_if<Report>(&verified[each]);
        CHECK((report == nullptr) == (faults.contains(each) || each == 491));
        if (report == nullptr) continue;
        CHECK(report->document == documents[each]);
        CHECK(report->name == host.name);
    }
    for (const auto& [each, fault] : faults)
        CHECK(std::get<BadMessage>(verified[each]).what() == fault);
    CHECK(verified_reports({}).empty());
}

} // namespace vow::agent
