#include "agent/fleet/report.h"
#include "tests/support/fleet_report.h"

#include <doctest/doctest.h>

#include <map>

namespace vow::agent {

using tests::document_of, tests::own_id;

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
