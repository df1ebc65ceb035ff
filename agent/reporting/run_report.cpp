#include "agent/reporting/run_report.h"

#include "agent/exit_status.h"
#include "protocol/data/conversion.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace vow::agent {
namespace {

using Members = std::vector<Data::Member>;

// Message queues take 1 MB by default.
constexpr std::size_t max_outcome_bytes = 700'000;
constexpr std::size_t max_timing_bytes = 200'000;

Data time_data(RunTime time) {
    return Data::string(utc_text(std::chrono::floor<std::chrono::seconds>(time)));
}

ReportRank rank_of(const RecordedRun& run) {
    constexpr std::array good{ExitStatus::success, ExitStatus::changes};
    const bool is_good = std::ranges::any_of(good, [&](ExitStatus status) {
        return run.exit_status == number_of(status);
    });
    if (!is_good) return ReportRank::failed;
    const Data* repaired = run.totals ? run.totals->find("repaired") : nullptr;
    return repaired != nullptr && repaired->as_real() > 0 ? ReportRank::changed : ReportRank::kept;
}

std::string_view word_for(ReportRank rank) {
    switch (rank) {
    case ReportRank::kept: return "kept";
    case ReportRank::changed: return "changed";
    case ReportRank::failed: break;
    }
    return "failed";
}

/// The host in ids, which are names of files below the folder of a receiver as well.
std::string id_part(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789.-_";
    constexpr std::size_t longest = 128;
    std::string part(text.substr(0, longest));
    for (char& c : part) {
        if (allowed.find(c) == std::string_view::npos) c = '_';
    }
    if (part.starts_with('.')) part.front() = '_';
    return part.empty() ? "unknown" : part;
}

std::string host_of(const RecordedRun& run, const ReportAdditions& additions) {
    if (!additions.fleet_id.empty()) return id_part(additions.fleet_id);
    const Data* given = additions.of_pull.find("host");
    const bool has_identity = given != nullptr && !given->text().empty();
    return id_part(has_identity ? std::string(given->text()) : run.text("host"));
}

/// Counts since the state database exists, so that a report that is lost loses no count.
void add_dropped(Members& members, const DroppedReports& dropped) {
    if (dropped.too_old + dropped.no_room + dropped.refused == 0) return;
    members.emplace_back(
        "dropped",
        Data::object(
            {{"too_old", Data::integer(dropped.too_old)},
             {"no_room", Data::integer(dropped.no_room)},
             {"refused", Data::integer(dropped.refused)},
             {"failed", Data::integer(dropped.failed)}}
        )
    );
}

/// The members that are known at the begin of a run.
Members beginning_of(const RecordedRun& run, ReportRank rank, const ReportAdditions& additions) {
    const std::string host = host_of(run, additions);
    Members members = {
        {"schema", Data::integer(report_schema)},
        {"kind", Data::string("run")},
        {"id", Data::string(host + "/" + id_part(run.text("run")))},
        {"host", Data::string(host)},
        {"host_name", Data::string(run.text("host"))},
        {"run", Data::string(run.text("run"))},
        {"number", Data::integer(run.number)},
        {"verdict", Data::string(word_for(rank))}};
    for (const char* name : {"vow", "policy", "policy_digest", "user", "options"}) {
        if (const Data* value = run.start.find(name)) members.emplace_back(name, *value);
    }
    members.emplace_back("started", time_data(run.started));
    return members;
}

void add_additions(Members& members, const ReportAdditions& additions) {
    if (additions.facts.size() > 0) members.emplace_back("facts", additions.facts);
    for (const auto& [name, value] : additions.of_pull.members()) {
        const bool is_new = std::ranges::find(members, name, &Data::Member::first) == members.end();
        if (is_new) members.emplace_back(name, value);
    }
    add_dropped(members, additions.dropped);
}

/// The outcomes for which there is room, in their order; failures take it first.
void add_outcomes(Members& members, const RunEnd& end) {
    std::map<std::size_t, Data> chosen; // by their number
    std::size_t bytes = 0;
    for (const bool wanted : {true, false}) {
        std::size_t number = 0;
        for (const PackedOutcome& packed : end.outcomes) {
            ++number;
            // Its texts alone are less than what they become.
            if (is_failure(packed) != wanted || bytes + packed.bytes() > max_outcome_bytes)
                continue;
            Data data = data_of(packed.unpacked());
            const std::size_t size = json_text(data).size();
            if (bytes + size > max_outcome_bytes) continue;
            bytes += size;
            chosen.emplace(number, std::move(data));
        }
    }
    Data::Array items;
    items.reserve(chosen.size());
    for (auto& [number, data] : chosen)
        items.push_back(std::move(data));
    const auto omitted =
        static_cast<std::int64_t>(end.outcomes.size() - items.size()) + end.omitted;
    members.emplace_back("outcomes", Data::array(std::move(items)));
    if (omitted > 0) members.emplace_back("omitted", Data::integer(omitted));
}

/// [type, promiser, place, microseconds] each, as the history has them.
void add_timings(Members& members, const RunEnd& end) {
    if (end.timings.size() > max_timing_bytes) return;
    auto parsed = parse_json(end.timings);
    if (auto* timings = std::get_if<Data>(&parsed))
        members.emplace_back("timings", std::move(*timings));
}

NewReport report_from(Members members, RunTime made, ReportRank rank) {
    NewReport report{.made = made, .rank = rank};
    const Data document = Data::object(std::move(members));
    report.id = document.find("id")->text();
    report.document = json_text(document);
    return report;
}

} // namespace

NewReport report_of(
    const RecordedRun& run, const RunEnd& end, ReportLevel level, const ReportAdditions& additions
) {
    RecordedRun finished = run;
    finished.exit_status = end.exit_status;
    finished.totals = end.totals;
    const ReportRank rank = rank_of(finished);
    Members members = beginning_of(finished, rank, additions);
    members.emplace_back("finished", time_data(end.time));
    members.emplace_back(
        "seconds", Data::real(std::chrono::duration<double>(end.time - run.started).count())
    );
    members.emplace_back("exit_status", Data::integer(end.exit_status));
    members.emplace_back("totals", end.totals);
    if (!end.errors.empty()) members.emplace_back("errors", array_of(end.errors));
    add_outcomes(members, end);
    if (level == ReportLevel::all) add_timings(members, end);
    add_additions(members, additions);
    return report_from(std::move(members), end.time, rank);
}

NewReport
report_of_unfinished(const RecordedRun& run, RunTime now, const ReportAdditions& additions) {
    Members members = beginning_of(run, ReportRank::failed, additions);
    members.emplace_back("finished", Data());
    members.emplace_back("exit_status", Data());
    add_additions(members, additions);
    return report_from(std::move(members), now, ReportRank::failed);
}

} // namespace vow::agent
