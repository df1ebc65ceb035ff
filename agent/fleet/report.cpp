#include "agent/fleet/report.h"

#include "agent/fleet/message_reader.h"
#include "agent/fleet/roles.h"

#include <algorithm>
#include <charconv>
#include <future>
#include <iterator>
#include <thread>

namespace vow::agent {

namespace {

/// Totals that were not counted are absent. A host cannot make the sums of its fleet overflow.
std::int64_t total_of(const MetadataMembers& members, std::string_view name) {
    constexpr std::int64_t most = 1'000'000'000;
    const Data* totals = members.find("totals");
    const Data* total = totals != nullptr ? totals->find(name) : nullptr;
    if (total == nullptr) return 0;
    const std::string_view digits = total->text();
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return std::clamp<std::int64_t>(number, 0, most);
}

std::string text_or_none(const MetadataMembers& members, std::string_view name) {
    return members.find(name) != nullptr ? members.text(name) : std::string();
}

ReportedOutcome outcome_from(const Data& data) {
    const MetadataMembers members(data, "an outcome of a report");
    const Data* reason = members.find("reason");
    return {
        .type = members.text("type"),
        .promiser = members.text("promiser"),
        .place = members.text("place"),
        .handle = text_or_none(members, "handle"),
        .result = members.text("result"),
        .reason = reason != nullptr ? json_text(*reason) : std::string()};
}

std::vector<ReportedOutcome> outcomes_of(const MetadataMembers& members) {
    std::vector<ReportedOutcome> outcomes;
    if (members.find("outcomes") == nullptr) return outcomes; // of a run that was killed
    const Data::Array& items = members.array("outcomes");
    outcomes.reserve(items.size());
    std::ranges::transform(items, std::back_inserter(outcomes), outcome_from);
    return outcomes;
}

std::string signed_part(std::string_view report) {
    return "vow report\n" + std::string(report);
}

} // namespace

std::string title_of(const ReportedOutcome& outcome) {
    return outcome.type + " '" + outcome.promiser + "'" +
           (outcome.place.empty() ? "" : " (" + outcome.place + ")");
}

Report report_from(std::string_view document) {
    return read_message(document, "a report", [&](const MetadataMembers& members) {
        if (members.text("kind") != "run") members.fail("has an unknown 'kind'");
        Report report{
            .id = members.text("id"),
            .host = members.text("host"),
            .name = members.text("host_name"),
            .number = members.number("number", 1),
            .started = time_member(members, "started"),
            .policy = text_or_none(members, "policy"),
            .kept = total_of(members, "kept"),
            .repaired = total_of(members, "repaired"),
            .not_kept = total_of(members, "not_kept"),
            .outcomes = outcomes_of(members),
            .document = std::string(document)};
        // A host cannot take the id of another's report.
        if (!is_host_id(report.host) || report.id != report.host + "/" + members.text("run"))
            members.fail("has an 'id' that is not its host's");
        const Data* status = members.find("exit_status");
        if (status != nullptr && status->kind() != Data::Kind::null)
            report.exit_status = static_cast<int>(members.number("exit_status", 0) & 0xFF);
        return report;
    });
}

std::string report_signature(const NKey& host, std::string_view report) {
    return base64_url_of(host.sign(signed_part(report)));
}

bool is_report_signed(
    const std::string& public_key, std::string_view report, std::string_view signature
) {
    const auto bytes = bytes_of_base64_url(signature);
    return bytes && is_signed_by(public_key, NKey::Kind::user, signed_part(report), *bytes);
}

namespace {

constexpr std::size_t least_part = 50; ///< of reports that are worth a thread

VerifiedReport verified(const ReceivedReport& received) {
    if (received.host == nullptr) return BadMessage("a report of an unknown host");
    try {
        Report report = report_from(received.document);
        if (report.host != received.host_id) return BadMessage("a report of another host");
        if (!is_report_signed(received.host->key, received.document, received.signature))
            return BadMessage("a report without the signature of its host");
        report.name = received.host->name;
        return report;
    } catch (const BadMessage& fault) {
        return fault;
    }
}

std::vector<VerifiedReport> verified_in_order(std::span<const ReceivedReport> received) {
    std::vector<VerifiedReport> reports;
    reports.reserve(received.size());
    std::ranges::transform(received, std::back_inserter(reports), verified);
    return reports;
}

} // namespace

std::vector<VerifiedReport> verified_reports(std::span<const ReceivedReport> received) {
    const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t part = std::max(least_part, received.size() / threads + 1);
    const auto own = received.first(std::min(part, received.size()));
    std::vector<std::future<std::vector<VerifiedReport>>> others;
    for (std::size_t begin = own.size(); begin < received.size(); begin += part)
        others.push_back(std::async(
            std::launch::async,
            verified_in_order,
            received.subspan(begin, std::min(part, received.size() - begin))
        ));
    std::vector<VerifiedReport> reports = verified_in_order(own);
    for (auto& other : others)
        std::ranges::move(other.get(), std::back_inserter(reports));
    return reports;
}

} // namespace vow::agent
