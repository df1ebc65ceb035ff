#include "agent/fleet/report_store.h"

#include <chrono>
#include <map>

namespace vow::agent {
namespace {

constexpr std::int64_t schema_version = 2;
constexpr std::int64_t day_length = 86'400;

constexpr const char* tables = R"(
CREATE TABLE report (
    id TEXT PRIMARY KEY, host TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL,
    started INTEGER NOT NULL, policy TEXT NOT NULL, document TEXT NOT NULL);
CREATE INDEX report_by_host ON report (host, started);
CREATE INDEX report_by_start ON report (started);
CREATE TABLE outcome (
    report TEXT NOT NULL, type TEXT NOT NULL, promiser TEXT NOT NULL, place TEXT NOT NULL,
    handle TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL);
CREATE INDEX outcome_by_report ON outcome (report);
CREATE INDEX outcome_by_place ON outcome (place);
CREATE TABLE day (
    host TEXT NOT NULL, day INTEGER NOT NULL, runs INTEGER NOT NULL, failed INTEGER NOT NULL,
    kept INTEGER NOT NULL, repaired INTEGER NOT NULL, not_kept INTEGER NOT NULL,
    PRIMARY KEY (host, day)) WITHOUT ROWID;
)";

std::int64_t number_of(FleetTime time) {
    return time.time_since_epoch().count();
}

FleetTime time_of(std::int64_t number) {
    return FleetTime(std::chrono::seconds(number));
}

ReportedOutcome outcome_in(const Statement& row, int column) {
    return {
        .type = row.text(column),
        .promiser = row.text(column + 1),
        .place = row.text(column + 2),
        .handle = row.text(column + 3),
        .result = row.text(column + 4),
        .reason = row.text(column + 5)};
}

} // namespace

ReportStore::ReportStore(const std::string& path) : database_(path) {
    // A report is acknowledged when it is stored: a power cut must not take it back.
    database_.run("PRAGMA synchronous = FULL");
    Transaction transaction(database_);
    const std::int64_t version = database_.version();
    if (version != 0 && version != schema_version)
        throw DatabaseError(
            "'" + path + "' has the form " + std::to_string(version) + " of another vow, not " +
            std::to_string(schema_version) + ": name another file, or move it away"
        );
    if (version == 0) {
        database_.run(tables);
        database_.set_version(schema_version);
    }
    transaction.commit();
}

std::int64_t ReportStore::add(const std::vector<Report>& reports) {
    Transaction transaction(database_);
    std::int64_t added = 0;
    for (const Report& report : reports) {
        if (!add_report(report)) continue;
        add_outcomes(report);
        add_to_day(report);
        ++added;
    }
    transaction.commit();
    return added;
}

bool ReportStore::add_report(const Report& report) {
    auto insert = database_.prepare("INSERT INTO report VALUES (?, ?, ?, ?, ?, ?, ?) "
                                    "ON CONFLICT DO NOTHING RETURNING number");
    insert.bind(1, report.id).bind(2, report.host).bind(3, report.name).bind(4, report.number);
    insert.bind(5, number_of(report.started)).bind(6, report.policy).bind(7, report.document);
    const bool is_new = insert.step();
    insert.run();
    return is_new;
}

void ReportStore::add_outcomes(const Report& report) {
    if (report.outcomes.empty()) return;
    auto insert = database_.prepare("INSERT INTO outcome VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const ReportedOutcome& outcome : report.outcomes) {
        insert.bind(1, report.id).bind(2, outcome.type).bind(3, outcome.promiser);
        insert.bind(4, outcome.place).bind(5, outcome.handle).bind(6, outcome.result);
        insert.bind(7, outcome.reason).run();
    }
}

void ReportStore::add_to_day(const Report& report) {
    auto insert = database_.prepare(
        "INSERT INTO day VALUES (?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET runs = runs + 1, "
        "failed = failed + excluded.failed, kept = kept + excluded.kept, "
        "repaired = repaired + excluded.repaired, not_kept = not_kept + excluded.not_kept"
    );
    const std::int64_t failed = verdict_of(report.exit_status) == Verdict::good ? 0 : 1;
    insert.bind(1, report.host).bind(2, number_of(report.started) / day_length).bind(3, failed);
    insert.bind(4, report.kept).bind(5, report.repaired).bind(6, report.not_kept);
    insert.run();
}

void ReportStore::forget_details_before(FleetTime time) {
    Transaction transaction(database_);
    // The report stays as long as its stream could deliver it again; only then is it known.
    database_
        .prepare("DELETE FROM outcome WHERE report IN (SELECT id FROM report WHERE started < ?)")
        .bind(1, number_of(time))
        .run();
    database_.prepare("DELETE FROM report WHERE started < ?").bind(1, number_of(time)).run();
    transaction.commit();
}

void ReportStore::forget_host(const std::string& host) {
    Transaction transaction(database_);
    database_.prepare("DELETE FROM outcome WHERE report IN (SELECT id FROM report WHERE host = ?)")
        .bind(1, host)
        .run();
    database_.prepare("DELETE FROM report WHERE host = ?").bind(1, host).run();
    database_.prepare("DELETE FROM day WHERE host = ?").bind(1, host).run();
    transaction.commit();
}

StoredTotals ReportStore::totals() {
    auto row = database_.prepare(
        "SELECT coalesce(sum(runs), 0), count(DISTINCT host), coalesce(sum(failed), 0), "
        "coalesce(sum(repaired), 0), coalesce(sum(not_kept), 0) FROM day"
    );
    row.step();
    return {
        .reports = row.number(0),
        .hosts = row.number(1),
        .failed = row.number(2),
        .repaired = row.number(3),
        .not_kept = row.number(4)};
}

std::vector<Report> ReportStore::reports_of(const std::string& host, std::int64_t most) {
    auto row = database_.prepare("SELECT document FROM report WHERE host = ? "
                                 "ORDER BY started DESC, number DESC LIMIT ?");
    row.bind(1, host).bind(2, most);
    std::vector<Report> reports;
    while (row.step())
        reports.push_back(report_from(row.text(0)));
    return reports;
}

std::vector<FleetOutcome> ReportStore::changes_since(FleetTime time, std::int64_t most) {
    auto row = database_.prepare(
        "SELECT host, name, started, type, promiser, place, handle, result, reason "
        "FROM report JOIN outcome ON outcome.report = report.id "
        "WHERE started >= ? AND result = 'repaired' ORDER BY started DESC, name LIMIT ?"
    );
    row.bind(1, number_of(time)).bind(2, most);
    std::vector<FleetOutcome> changes;
    while (row.step()) {
        changes.push_back(
            {.host = row.text(0),
             .name = row.text(1),
             .time = time_of(row.number(2)),
             .outcome = outcome_in(row, 3)}
        );
    }
    return changes;
}

std::vector<BrokenPromise> ReportStore::broken(const std::string& promise) {
    // All runs of hosts that ever failed to keep it, the latest first; null: that run kept it.
    auto row = database_.prepare(
        "SELECT report.host, report.name, started, reason, result FROM report LEFT JOIN outcome "
        "ON outcome.report = report.id AND (place = ?1 OR handle = ?1 OR substr(place, -length(?1) "
        "- 1) = '/' || ?1) "
        "WHERE report.policy IN (SELECT policy FROM report JOIN outcome ON report.id = report "
        "WHERE place = ?1 OR handle = ?1 OR substr(place, -length(?1) - 1) = '/' || ?1) "
        "ORDER BY report.host, started DESC, number DESC"
    );
    row.bind(1, promise);
    std::vector<BrokenPromise> found;
    std::map<std::string, bool> is_open; ///< by host: no run so far has kept it
    std::map<std::string, std::size_t> places;
    while (row.step()) {
        const std::string host = row.text(0);
        const bool is_broken = !row.is_null(4) && row.text(4) != "repaired";
        const auto [open, is_first] = is_open.emplace(host, true);
        open->second = open->second && is_broken;
        if (!open->second) continue;
        if (is_first) {
            places.emplace(host, found.size());
            found.push_back({.name = row.text(1), .reason = row.text(3)});
        }
        BrokenPromise& one = found[places.at(host)];
        one.since = time_of(row.number(2));
        ++one.runs;
    }
    return found;
}

} // namespace vow::agent
