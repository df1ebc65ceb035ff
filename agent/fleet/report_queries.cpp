#include "agent/fleet/report_store.h"
#include "agent/fleet/report_tables.h"

#include <map>

namespace vow::agent {
namespace {

/// Of the columns type, promiser, place, handle, result, reason from `column`.
ReportedOutcome outcome_in(const SqlRow& row, std::size_t column) {
    return {
        .type = row.text(column),
        .promiser = row.text(column + 1),
        .place = row.text(column + 2),
        .handle = row.text(column + 3),
        .result = row.text(column + 4),
        .reason = row.text(column + 5)};
}

/// Of the columns host, name, started, and those of an outcome.
FleetOutcome outcome_of_host(const SqlRow& row) {
    return {
        .host = row.text(0),
        .name = row.text(1),
        .time = time_from(row.number(2)),
        .outcome = outcome_in(row, 3)};
}

std::vector<RunsOfDay> days_in(const std::vector<SqlRow>& rows) {
    std::vector<RunsOfDay> days;
    days.reserve(rows.size());
    for (const SqlRow& row : rows)
        days.push_back(
            {.day = time_from(row.number(0) * day_length),
             .runs = row.number(1),
             .failed = row.number(2),
             .repaired = row.number(3),
             .not_kept = row.number(4)}
        );
    return days;
}

} // namespace

StoredTotals ReportStore::totals() {
    const SqlRow row =
        database_
            ->run("SELECT coalesce(sum(runs), 0), count(DISTINCT host), coalesce(sum(failed), 0), "
                  "coalesce(sum(repaired), 0), coalesce(sum(not_kept), 0) FROM day")
            .front();
    return {
        .reports = row.number(0),
        .hosts = row.number(1),
        .failed = row.number(2),
        .repaired = row.number(3),
        .not_kept = row.number(4)};
}

std::vector<Report> ReportStore::reports_of(const std::string& host, std::int64_t most) {
    std::vector<Report> reports;
    for (const SqlRow& row : database_->run(
             "SELECT document FROM report WHERE host = $1 "
             "ORDER BY started DESC, number DESC LIMIT $2",
             {host, most}
         ))
        reports.push_back(report_from(row.text(0)));
    return reports;
}

std::vector<FleetOutcome> ReportStore::changes_since(FleetTime time, std::int64_t most) {
    std::vector<FleetOutcome> changes;
    for (const SqlRow& row : database_->run(
             "SELECT host, name, started, type, promiser, place, handle, result, reason "
             "FROM report JOIN outcome ON outcome.report = report.id "
             "WHERE started >= $1 AND result = 'repaired' ORDER BY started DESC, name LIMIT $2",
             {stored_time(time), most}
         ))
        changes.push_back(outcome_of_host(row));
    return changes;
}

std::vector<BrokenPromise> ReportStore::broken(const std::string& promise) {
    // The runs of policies whose last one did not keep it, the latest first; null: that run kept
    // it.
    const auto rows = database_->run(
        "SELECT report.host, report.name, started, reason, result FROM report LEFT JOIN outcome "
        "ON outcome.report = report.id AND (place = $1 OR handle = $1 "
        "OR substr(place, length(place) - length($1), length($1) + 1) = '/' || $1) "
        "WHERE (report.host, report.policy) IN (SELECT last_run.host, last_run.policy "
        "FROM last_run JOIN outcome ON outcome.report = last_run.report WHERE result = 'not_kept' "
        "AND (place = $1 OR handle = $1 "
        "OR substr(place, length(place) - length($1), length($1) + 1) = '/' || $1)) "
        "ORDER BY report.host, started DESC, report.number DESC",
        {promise}
    );
    std::vector<BrokenPromise> found;
    std::map<std::string, bool> is_open; ///< by host: no run so far has kept it
    std::map<std::string, std::size_t> places;
    for (const SqlRow& row : rows) {
        const std::string host = row.text(0);
        const bool is_broken = row.text(4) == "not_kept";
        const auto [open, is_first] = is_open.emplace(host, true);
        open->second = open->second && is_broken;
        if (!open->second) continue;
        if (is_first) {
            places.emplace(host, found.size());
            found.push_back({.host = host, .name = row.text(1), .reason = row.text(3)});
        }
        BrokenPromise& one = found[places.at(host)];
        one.since = time_from(row.number(2));
        ++one.runs;
    }
    return found;
}

std::vector<StandingFailure> ReportStore::standing_failures(std::int64_t most) {
    std::vector<StandingFailure> failures;
    for (const SqlRow& row : database_->run(
             "SELECT type, min(promiser), place, handle, result, min(reason), "
             "count(DISTINCT host) AS hosts FROM last_run "
             "JOIN outcome ON outcome.report = last_run.report WHERE result = 'not_kept' "
             "GROUP BY type, place, handle, result ORDER BY hosts DESC, place LIMIT $1",
             {most}
         ))
        failures.push_back({.outcome = outcome_in(row, 0), .hosts = row.number(6)});
    return failures;
}

std::vector<FleetOutcome>
ReportStore::hosts_failing(const ReportedOutcome& promise, std::int64_t most) {
    std::vector<FleetOutcome> hosts;
    for (const SqlRow& row : database_->run(
             "SELECT host, name, started, type, promiser, place, handle, result, reason "
             "FROM last_run JOIN outcome ON outcome.report = last_run.report "
             "WHERE place = $1 AND type = $2 AND handle = $3 AND result = 'not_kept' "
             "ORDER BY name, promiser LIMIT $4",
             {promise.place, promise.type, promise.handle, most}
         ))
        hosts.push_back(outcome_of_host(row));
    return hosts;
}

std::map<std::string, std::string> ReportStore::newest_runs() {
    std::map<std::string, std::string> newest;
    for (const SqlRow& row : database_->run(
             "SELECT host, max(started), max(number) FROM last_run GROUP BY host ORDER BY host"
         ))
        newest.emplace_hint(newest.end(), row.text(0), row.text(1) + "." + row.text(2));
    return newest;
}

std::vector<RepeatedRepair> ReportStore::repeated_repairs(FleetTime time, std::int64_t most) {
    std::vector<RepeatedRepair> repairs;
    for (const SqlRow& row : database_->run(
             "SELECT host, min(name), type, promiser, place, handle, result, min(reason), "
             "count(*) AS repairs, max(started) FROM report "
             "JOIN outcome ON outcome.report = report.id "
             "WHERE started >= $1 AND result = 'repaired' "
             "GROUP BY host, type, promiser, place, handle, result HAVING count(*) > 1 "
             "ORDER BY repairs DESC, host, place, promiser LIMIT $2",
             {stored_time(time), most}
         ))
        repairs.push_back(
            {.host = row.text(0),
             .name = row.text(1),
             .outcome = outcome_in(row, 2),
             .repairs = row.number(8),
             .last = time_from(row.number(9))}
        );
    return repairs;
}

std::vector<RunsOfDay> ReportStore::days_since(FleetTime time) {
    return days_in(database_->run(
        "SELECT day, sum(runs), sum(failed), sum(repaired), sum(not_kept) FROM day "
        "WHERE day >= $1 GROUP BY day ORDER BY day",
        {stored_time(time) / day_length}
    ));
}

std::vector<RunsOfDay> ReportStore::days_since(FleetTime time, const std::string& host) {
    return days_in(database_->run(
        "SELECT day, runs, failed, repaired, not_kept FROM day "
        "WHERE host = $1 AND day >= $2 ORDER BY day",
        {host, stored_time(time) / day_length}
    ));
}

std::vector<RolloutSample> ReportStore::samples_of(const std::string& rollout) {
    std::vector<RolloutSample> samples;
    for (const SqlRow& row : database_->run(
             "SELECT time, healthy, bad, silent, pending, back FROM rollout_count "
             "WHERE rollout = $1 ORDER BY time",
             {rollout}
         )) {
        const auto count = [&](std::size_t column) {
            return static_cast<std::size_t>(row.number(column));
        };
        RolloutSample sample{.time = time_from(row.number(0))};
        sample.count.healthy = count(1);
        sample.count.bad = count(2);
        sample.count.silent = count(3);
        sample.count.pending = count(4);
        sample.count.back = count(5);
        sample.count.hosts = count(1) + count(2) + count(3) + count(4) + count(5);
        samples.push_back(std::move(sample));
    }
    return samples;
}

} // namespace vow::agent
