#include "agent/reporting/reporter.h"

#include "agent/history/history.h"
#include "agent/reporting/delivery.h"
#include "agent/reporting/spool.h"
#include "protocol/data/conversion.h"

#include <algorithm>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::chrono::milliseconds most_delay(1900);

/// A value, true for a class, null for a name of neither.
Data fact_data(Facts& facts, const std::string& name) {
    if (const Fact* fact = facts.find(name)) return data_of(*fact);
    return facts.is_class(name) ? Data::boolean(true) : Data();
}

/// Empty outside a fleet.
std::string fleet_id_in(DiskState& state) {
    return std::string(state.document(report_space, report_fleet_key).value_or(Data()).text());
}

} // namespace

std::optional<ReportSettings>
settings_with_fleet(std::optional<ReportSettings> settings, DiskState& state) {
    if (fleet_id_in(state).empty()) return settings;
    ReportSettings more = std::move(settings).value_or(ReportSettings());
    const std::string bus(bus_destination);
    if (std::ranges::find(more.to, bus, &ReportDestination::name) == more.to.end())
        more.to.push_back({.kind = ReportDestination::Kind::bus, .name = bus});
    return more;
}

void Reporter::collect(Facts& facts, const Secrets& secrets) {
    secrets_ = &secrets;
    std::vector<Data::Member> members;
    members.reserve(settings_.facts.size());
    for (const std::string& name : settings_.facts)
        members.emplace_back(name, fact_data(facts, name));
    additions_.fleet_id = fleet_id_in(state_);
    additions_.facts = Data::object(std::move(members));
    additions_.of_pull = state_.document(report_space, report_additions_key).value_or(Data());
}

void Reporter::spool(Database& database, const RecordedRun& run, const RunEnd& end) const {
    Spool spool(database);
    ReportAdditions additions = additions_;
    additions.dropped = spool.dropped();
    if (const auto last = spool.last_run()) {
        for (const RecordedRun& killed : History(database).unfinished_between(*last, run.number))
            spool.add(masked(report_of_unfinished(killed, end.time, additions)), settings_);
    }
    spool.add(masked(report_of(run, end, settings_.level, additions)), settings_);
    spool.set_last_run(std::max(run.number, spool.last_run().value_or(0)));
}

/// Outcomes are masked already; what began the run was recorded before its secrets were known.
NewReport Reporter::masked(NewReport report) const {
    if (secrets_ == nullptr || secrets_->empty()) return report;
    auto parsed = parse_json(report.document);
    if (const auto* document = std::get_if<Data>(&parsed))
        report.document = json_text(secrets_->masked(*document));
    return report;
}

std::vector<std::string> Reporter::send(std::chrono::system_clock::time_point now) {
    const SendTerms terms{.now = now, .deadline = std::chrono::steady_clock::now() + most_delay};
    return send_reports(state_, settings_, terms).problems;
}

} // namespace vow::agent
