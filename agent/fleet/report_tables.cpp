#include "agent/fleet/report_tables.h"

#include <array>

namespace vow::agent {
namespace {

/// Statements that bring tables from one form to another.
struct Migration {
    std::int64_t from, to;
    const char* statements;
};

constexpr const char* first_tables = R"(
CREATE TABLE report (
    id TEXT PRIMARY KEY, host TEXT NOT NULL, name TEXT NOT NULL, number BIGINT NOT NULL,
    started BIGINT NOT NULL, policy TEXT NOT NULL, document TEXT NOT NULL);
CREATE INDEX report_by_host ON report (host, started);
CREATE INDEX report_by_start ON report (started);
CREATE TABLE outcome (
    report TEXT NOT NULL, type TEXT NOT NULL, promiser TEXT NOT NULL, place TEXT NOT NULL,
    handle TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL);
CREATE INDEX outcome_by_report ON outcome (report);
CREATE INDEX outcome_by_place ON outcome (place);
CREATE TABLE day (
    host TEXT NOT NULL, day BIGINT NOT NULL, runs BIGINT NOT NULL, failed BIGINT NOT NULL,
    kept BIGINT NOT NULL, repaired BIGINT NOT NULL, not_kept BIGINT NOT NULL,
    PRIMARY KEY (host, day));
)";

// The last run of each policy on each host, so that the state of all hosts is read without looking
// at all reports; and the curve of a rollout.
constexpr const char* last_runs = R"(
CREATE TABLE last_run (
    host TEXT NOT NULL, policy TEXT NOT NULL, report TEXT NOT NULL, name TEXT NOT NULL,
    started BIGINT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (host, policy));
CREATE INDEX last_run_by_report ON last_run (report);
INSERT INTO last_run SELECT host, policy, id, name, started, number FROM report
    WHERE NOT EXISTS (SELECT 1 FROM report AS later
        WHERE later.host = report.host AND later.policy = report.policy
        AND (later.started, later.number) > (report.started, report.number));
CREATE TABLE rollout_count (
    rollout TEXT NOT NULL, time BIGINT NOT NULL, healthy BIGINT NOT NULL, bad BIGINT NOT NULL,
    silent BIGINT NOT NULL, pending BIGINT NOT NULL, back BIGINT NOT NULL,
    PRIMARY KEY (rollout, time));
)";

constexpr std::array migrations{
    Migration{.from = 0, .to = 2, .statements = first_tables},
    Migration{.from = 2, .to = 3, .statements = last_runs}};
constexpr std::int64_t newest = migrations.back().to;

} // namespace

void prepare_report_tables(SqlDatabase& database, const std::string& name) {
    SqlTransaction transaction(database);
    for (const Migration& migration : migrations) {
        if (database.form() != migration.from) continue;
        database.run_all(migration.statements);
        database.set_form(migration.to);
    }
    if (const std::int64_t form = database.form(); form != newest)
        throw DatabaseError(
            "'" + name + "' has the form " + std::to_string(form) + " of another vow, not " +
            std::to_string(newest) + ": name another database, or move it away"
        );
    transaction.commit();
}

} // namespace vow::agent
