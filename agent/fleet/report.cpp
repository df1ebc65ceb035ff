#include "agent/fleet/report.h"

#include "agent/fleet/message_reader.h"
#include "agent/fleet/roles.h"

#include <charconv>

namespace vow::agent {
namespace {

constexpr std::size_t text_size = 4096;
constexpr std::size_t outcomes_size = 400'000;

FleetTime seconds_of(RunTime time) {
    return std::chrono::floor<std::chrono::seconds>(time);
}

std::int64_t total_of(const RecordedRun& run, std::string_view name) {
    const Data* total = run.totals ? run.totals->find(name) : nullptr;
    std::int64_t number = 0;
    if (total != nullptr) {
        const std::string_view digits = total->text();
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    }
    return number;
}

ReportedOutcome reported(const RecordedOutcome& outcome) {
    ReportedOutcome made{
        .type = outcome.promise.type,
        .promiser = outcome.promise.promiser.substr(0, text_size),
        .place = outcome.promise.place,
        .handle = outcome.handle,
        .result = outcome.result};
    if (outcome.reason) made.reason = json_text(*outcome.reason);
    if (outcome.changes.size() > 0) made.changes = json_text(outcome.changes);
    if (made.reason.size() > text_size) made.reason.clear();
    if (made.changes.size() > text_size) made.changes.clear();
    return made;
}

std::size_t size_of(const ReportedOutcome& outcome) {
    constexpr std::size_t of_names = 100;
    return of_names + outcome.promiser.size() + outcome.place.size() + outcome.handle.size() +
           outcome.reason.size() + outcome.changes.size();
}

Data json_member(const std::string& text) {
    const auto parsed = parse_json(text);
    const auto* data = std::get_if<Data>(&parsed);
    return data != nullptr ? *data : Data();
}

Data data_of(const ReportedOutcome& outcome) {
    std::vector<Data::Member> members{
        {"type", Data::string(outcome.type)},
        {"promiser", Data::string(outcome.promiser)},
        {"place", Data::string(outcome.place)},
        {"handle", Data::string(outcome.handle)},
        {"result", Data::string(outcome.result)}};
    if (!outcome.reason.empty()) members.emplace_back("reason", json_member(outcome.reason));
    if (!outcome.changes.empty()) members.emplace_back("changes", json_member(outcome.changes));
    return Data::object(std::move(members));
}

ReportedOutcome outcome_from(const Data& data) {
    const MetadataMembers members(data, "an outcome of a report");
    ReportedOutcome outcome{
        .type = bounded_text(members, "type", text_size),
        .promiser = bounded_text(members, "promiser", text_size),
        .place = optional_text(members, "place", text_size),
        .handle = optional_text(members, "handle", text_size),
        .result = bounded_text(members, "result", text_size)};
    if (const Data* reason = members.find("reason")) outcome.reason = json_text(*reason);
    if (const Data* changes = members.find("changes")) outcome.changes = json_text(*changes);
    return outcome;
}

std::string signed_part(std::string_view report) {
    return "vow report\n" + std::string(report);
}

} // namespace

Verdict Report::verdict() const {
    if (!exit_status) return Verdict::failed;
    if (*exit_status == 0) return Verdict::good;
    return *exit_status == 1 ? Verdict::not_kept : Verdict::failed;
}

Report report_of(
    const RecordedRun& run,
    const std::vector<RecordedOutcome>& outcomes,
    const std::string& host,
    const std::string& name
) {
    const std::string uuid = run.text("run");
    Report report{
        .id = host + "-" + (uuid.empty() ? std::to_string(run.number) : uuid),
        .host = host,
        .name = name,
        .number = run.number,
        .started = seconds_of(run.started),
        .policy = run.policy(),
        .policy_digest = run.text("policy_digest"),
        .exit_status = run.exit_status,
        .kept = total_of(run, "kept"),
        .repaired = total_of(run, "repaired"),
        .not_kept = total_of(run, "not_kept"),
        .omitted = run.omitted};
    if (run.finished) report.finished = seconds_of(*run.finished);
    std::size_t size = 0;
    for (const RecordedOutcome& outcome : outcomes) {
        ReportedOutcome made = reported(outcome);
        size += size_of(made);
        if (size > outcomes_size)
            ++report.omitted;
        else
            report.outcomes.push_back(std::move(made));
    }
    return report;
}

std::string text_of(const Report& report) {
    Data::Array outcomes;
    outcomes.reserve(report.outcomes.size());
    for (const ReportedOutcome& outcome : report.outcomes)
        outcomes.push_back(data_of(outcome));
    return json_text(Data::object(
        {{"schema", Data::integer(fleet_schema)},
         {"id", Data::string(report.id)},
         {"host", Data::string(report.host)},
         {"name", Data::string(report.name)},
         {"run", Data::integer(report.number)},
         {"started", time_data(report.started)},
         {"finished", report.finished ? time_data(*report.finished) : Data()},
         {"policy", Data::string(report.policy)},
         {"policy_digest", Data::string(report.policy_digest)},
         {"exit_status", report.exit_status ? Data::integer(*report.exit_status) : Data()},
         {"totals",
          Data::object(
              {{"kept", Data::integer(report.kept)},
               {"repaired", Data::integer(report.repaired)},
               {"not_kept", Data::integer(report.not_kept)}}
          )},
         {"omitted", Data::integer(report.omitted)},
         {"outcomes", Data::array(std::move(outcomes))}}
    ));
}

Report report_from(std::string_view text) {
    return read_message(text, "a report", [](const MetadataMembers& members) {
        const MetadataMembers totals = members.object("totals");
        Report report{
            .id = bounded_text(members, "id", text_size),
            .host = members.text("host"),
            .name = bounded_text(members, "name", text_size),
            .number = members.number("run", 0),
            .started = time_member(members, "started"),
            .finished = optional_time(members, "finished"),
            .policy = bounded_text(members, "policy", text_size),
            .policy_digest = optional_text(members, "policy_digest", text_size),
            .kept = totals.number("kept", 0),
            .repaired = totals.number("repaired", 0),
            .not_kept = totals.number("not_kept", 0),
            .omitted = members.number("omitted", 0)};
        // A host cannot take the id of another's report.
        if (!is_host_id(report.host) || !report.id.starts_with(report.host + "-"))
            members.fail("has an 'id' that is not its host's");
        const Data* status = members.find("exit_status");
        if (status != nullptr && status->kind() != Data::Kind::null)
            report.exit_status = static_cast<int>(members.number("exit_status", 0) & 0xFF);
        const Data::Array& outcomes = members.array("outcomes");
        report.outcomes.reserve(outcomes.size());
        for (const Data& outcome : outcomes)
            report.outcomes.push_back(outcome_from(outcome));
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

} // namespace vow::agent
