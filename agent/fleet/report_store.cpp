#include "agent/fleet/report_store.h"

#include "agent/fleet/report_tables.h"

namespace vow::agent {
namespace {

std::int64_t signed_of(std::size_t count) {
    return static_cast<std::int64_t>(count);
}

bool has_same_numbers(const RolloutCount& one, const RolloutCount& other) {
    return one.healthy == other.healthy && one.bad == other.bad && one.silent == other.silent &&
           one.pending == other.pending && one.back == other.back;
}

} // namespace

ReportStore::ReportStore(std::unique_ptr<SqlDatabase> database, const std::string& name)
    : database_(std::move(database)) {
    prepare_report_tables(*database_, name);
}

std::int64_t ReportStore::add(const std::vector<Report>& reports) {
    SqlTransaction transaction(*database_);
    std::int64_t added = 0;
    for (const Report& report : reports) {
        if (!add_report(report)) continue;
        add_outcomes(report);
        add_to_day(report);
        add_last_run(report);
        ++added;
    }
    transaction.commit();
    return added;
}

bool ReportStore::add_report(const Report& report) {
    const auto rows = database_->run(
        "INSERT INTO report VALUES ($1, $2, $3, $4, $5, $6, $7) "
        "ON CONFLICT DO NOTHING RETURNING number",
        {report.id,
         report.host,
         report.name,
         report.number,
         stored_time(report.started),
         report.policy,
         report.document}
    );
    return !rows.empty();
}

void ReportStore::add_outcomes(const Report& report) {
    for (const ReportedOutcome& outcome : report.outcomes)
        database_->run(
            "INSERT INTO outcome VALUES ($1, $2, $3, $4, $5, $6, $7)",
            {report.id,
             outcome.type,
             outcome.promiser,
             outcome.place,
             outcome.handle,
             outcome.result,
             outcome.reason}
        );
}

void ReportStore::add_to_day(const Report& report) {
    const std::int64_t failed = verdict_of(report.exit_status) == Verdict::good ? 0 : 1;
    database_->run(
        "INSERT INTO day VALUES ($1, $2, 1, $3, $4, $5, $6) ON CONFLICT (host, day) DO UPDATE SET "
        "runs = day.runs + 1, failed = day.failed + excluded.failed, "
        "kept = day.kept + excluded.kept, repaired = day.repaired + excluded.repaired, "
        "not_kept = day.not_kept + excluded.not_kept",
        {report.host,
         stored_time(report.started) / day_length,
         failed,
         report.kept,
         report.repaired,
         report.not_kept}
    );
}

void ReportStore::add_last_run(const Report& report) {
    database_->run(
        "INSERT INTO last_run VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (host, policy) DO UPDATE "
        "SET report = excluded.report, name = excluded.name, started = excluded.started, "
        "number = excluded.number WHERE (excluded.started, excluded.number) > "
        "(last_run.started, last_run.number)",
        {report.host,
         report.policy,
         report.id,
         report.name,
         stored_time(report.started),
         report.number}
    );
}

void ReportStore::add(const std::string& rollout, const RolloutSample& sample) {
    const RolloutCount& count = sample.count;
    const auto last = samples_of(rollout);
    if (!last.empty() && has_same_numbers(last.back().count, count)) return;
    database_->run(
        "INSERT INTO rollout_count VALUES ($1, $2, $3, $4, $5, $6, $7) "
        "ON CONFLICT (rollout, time) DO UPDATE SET healthy = excluded.healthy, bad = excluded.bad, "
        "silent = excluded.silent, pending = excluded.pending, back = excluded.back",
        {rollout,
         stored_time(sample.time),
         signed_of(count.healthy),
         signed_of(count.bad),
         signed_of(count.silent),
         signed_of(count.pending),
         signed_of(count.back)}
    );
}

void ReportStore::forget_details_before(FleetTime time) {
    SqlTransaction transaction(*database_);
    // The report stays as long as its stream could deliver it again; only then is it known.
    database_->run(
        "DELETE FROM outcome WHERE report IN (SELECT id FROM report WHERE started < $1)",
        {stored_time(time)}
    );
    database_->run("DELETE FROM report WHERE started < $1", {stored_time(time)});
    transaction.commit();
}

void ReportStore::forget_host(const std::string& host) {
    SqlTransaction transaction(*database_);
    for (const char* statement :
         {"DELETE FROM outcome WHERE report IN (SELECT id FROM report WHERE host = $1)",
          "DELETE FROM report WHERE host = $1",
          "DELETE FROM last_run WHERE host = $1",
          "DELETE FROM day WHERE host = $1"})
        database_->run(statement, {host});
    transaction.commit();
}

} // namespace vow::agent
