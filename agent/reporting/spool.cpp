#include "agent/reporting/spool.h"

#include <algorithm>

namespace vow::agent {
namespace {

/// Times are milliseconds since the epoch. Documents have a table of their own, so that sizes are
/// summed up without reading them.
constexpr const char* spool_schema =
    "CREATE TABLE IF NOT EXISTS report (number INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT UNIQUE NOT NULL, made INTEGER NOT NULL, rank INTEGER NOT NULL,"
    " bytes INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS report_document (report INTEGER PRIMARY KEY,"
    " document TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS report_due (destination TEXT NOT NULL, report INTEGER NOT NULL,"
    " PRIMARY KEY (destination, report)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS report_due_report ON report_due (report);"
    "CREATE INDEX IF NOT EXISTS report_rank ON report (rank, number, bytes);"
    "CREATE TABLE IF NOT EXISTS report_try (destination TEXT PRIMARY KEY,"
    " failures INTEGER NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS report_note (name TEXT PRIMARY KEY, value INTEGER NOT NULL)"
    " WITHOUT ROWID;";

constexpr std::int64_t row_overhead = 300; ///< bytes

constexpr std::string_view too_old = "too_old";
constexpr std::string_view no_room = "no_room";
constexpr std::string_view refused = "refused";
constexpr std::string_view failed = "failed";
constexpr std::string_view last_run_note = "last_run";

std::int64_t number_of(RunTime time) {
    return std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

} // namespace

Spool::Spool(Database& database) : database_(database) {
    database_.run(spool_schema);
}

void Spool::add(const NewReport& report, const ReportSettings& settings) {
    auto insert = database_.prepare(
        "INSERT OR IGNORE INTO report (id, made, rank, bytes) VALUES (?, ?, ?, ?) RETURNING number"
    );
    insert.bind(1, std::string_view(report.id)).bind(2, number_of(report.made));
    insert.bind(3, static_cast<std::int64_t>(report.rank));
    insert.bind(4, static_cast<std::int64_t>(report.document.size()) + row_overhead);
    if (!insert.step()) return;
    const std::int64_t number = insert.number(0);
    insert.reset();
    auto put = database_.prepare("INSERT INTO report_document VALUES (?, ?)");
    put.bind(1, number).bind(2, std::string_view(report.document)).run();
    auto due = database_.prepare("INSERT INTO report_due VALUES (?, ?)");
    for (const ReportDestination& destination : settings.to)
        due.bind(1, std::string_view(destination.name)).bind(2, number).run();
    prune(report.made, settings);
}

std::vector<SpooledReport>
Spool::due(std::string_view destination, std::size_t count, std::size_t bytes) {
    std::vector<SpooledReport> found;
    auto rows = database_.prepare("SELECT number, id, document FROM report_due JOIN report"
                                  " ON number = report_due.report JOIN report_document"
                                  " ON number = report_document.report"
                                  " WHERE destination = ? ORDER BY number LIMIT ?");
    rows.bind(1, destination).bind(2, static_cast<std::int64_t>(count));
    std::size_t total = 0;
    while (rows.step()) {
        SpooledReport report{
            .number = rows.number(0), .id = rows.text(1), .document = rows.text(2)};
        total += report.document.size();
        if (!found.empty() && total > bytes) break;
        found.push_back(std::move(report));
    }
    return found;
}

void Spool::finish(std::string_view destination, std::span<const SpooledReport> reports, End end) {
    Transaction transaction(database_);
    auto rank = database_.prepare("SELECT rank FROM report WHERE number = ?");
    auto erase = database_.prepare("DELETE FROM report_due WHERE destination = ? AND report = ?");
    auto erase_report =
        database_.prepare("DELETE FROM report WHERE number = ?1"
                          " AND NOT EXISTS (SELECT 1 FROM report_due WHERE report = ?1)");
    auto erase_document =
        database_.prepare("DELETE FROM report_document WHERE report = ?1"
                          " AND NOT EXISTS (SELECT 1 FROM report_due WHERE report = ?1)");
    for (const SpooledReport& report : reports) {
        if (rank.bind(1, report.number); end == End::refused && rank.step()) {
            count(refused, rank.number(0));
            rank.reset();
        }
        erase.bind(1, destination).bind(2, report.number).run();
        erase_report.bind(1, report.number).run();
        erase_document.bind(1, report.number).run();
    }
    transaction.commit();
}

std::int64_t Spool::waiting(std::string_view destination) {
    auto count = database_.prepare("SELECT count(*) FROM report_due WHERE destination = ?");
    count.bind(1, destination);
    return count.step() ? count.number(0) : 0;
}

DroppedReports Spool::dropped() {
    return {
        .too_old = note(too_old),
        .no_room = note(no_room),
        .refused = note(refused),
        .failed = note(failed)};
}

NextTry Spool::next_try(std::string_view destination) {
    auto row = database_.prepare("SELECT failures, time FROM report_try WHERE destination = ?");
    row.bind(1, destination);
    if (!row.step()) return {};
    return {.failures = row.number(0), .time = RunTime(std::chrono::milliseconds(row.number(1)))};
}

void Spool::set_next_try(std::string_view destination, const NextTry& next) {
    if (next.failures == 0) {
        auto erase = database_.prepare("DELETE FROM report_try WHERE destination = ?");
        return erase.bind(1, destination).run();
    }
    auto put = database_.prepare("INSERT OR REPLACE INTO report_try VALUES (?, ?, ?)");
    put.bind(1, destination).bind(2, next.failures).bind(3, number_of(next.time)).run();
}

std::optional<std::int64_t> Spool::last_run() {
    const std::int64_t run = note(last_run_note);
    return run == 0 ? std::nullopt : std::optional(run);
}

void Spool::set_last_run(std::int64_t run) {
    set_note(last_run_note, run);
}

std::int64_t Spool::note(std::string_view name) {
    auto row = database_.prepare("SELECT value FROM report_note WHERE name = ?");
    row.bind(1, name);
    return row.step() ? row.number(0) : 0;
}

void Spool::set_note(std::string_view name, std::int64_t value) {
    auto put = database_.prepare("INSERT OR REPLACE INTO report_note VALUES (?, ?)");
    put.bind(1, name).bind(2, value).run();
}

void Spool::count(std::string_view cause, std::int64_t rank) {
    set_note(cause, note(cause) + 1);
    if (rank == static_cast<std::int64_t>(ReportRank::failed)) set_note(failed, note(failed) + 1);
}

void Spool::drop(std::int64_t report, std::string_view cause) {
    {
        auto rank = database_.prepare("SELECT rank FROM report WHERE number = ?");
        rank.bind(1, report);
        if (rank.step()) count(cause, rank.number(0));
    }
    for (const char* sql :
         {"DELETE FROM report WHERE number = ?",
          "DELETE FROM report_document WHERE report = ?",
          "DELETE FROM report_due WHERE report = ?"}) {
        auto erase = database_.prepare(sql);
        erase.bind(1, report).run();
    }
}

void Spool::prune(RunTime now, const ReportSettings& settings) {
    forget_others(settings.to);
    for (const std::int64_t report : older_than(now - settings.max_age))
        drop(report, too_old);
    for (const std::int64_t report : beyond(settings.keep))
        drop(report, no_room);
}

/// Reports for destinations that the settings no longer name would never be sent.
void Spool::forget_others(const std::vector<ReportDestination>& destinations) {
    bool has_former = false;
    std::string name;
    auto next = database_.prepare("SELECT min(destination) FROM report_due WHERE destination > ?");
    auto erase = database_.prepare("DELETE FROM report_due WHERE destination = ?");
    while (next.bind(1, std::string_view(name)).step() && !next.is_null(0)) {
        name = next.text(0);
        next.reset();
        if (std::ranges::find(destinations, name, &ReportDestination::name) != destinations.end())
            continue;
        erase.bind(1, std::string_view(name)).run();
        has_former = true;
    }
    next.reset();
    if (!has_former) return;
    database_.run("DELETE FROM report WHERE number NOT IN (SELECT report FROM report_due);"
                  "DELETE FROM report_document WHERE report NOT IN (SELECT number FROM report)");
}

std::vector<std::int64_t> Spool::older_than(RunTime time) {
    std::vector<std::int64_t> found;
    auto rows = database_.prepare("SELECT number FROM report WHERE made < ?");
    rows.bind(1, number_of(time));
    while (rows.step())
        found.push_back(rows.number(0));
    return found;
}

/// The reports to drop, so that no more than so many bytes remain.
std::vector<std::int64_t> Spool::beyond(std::int64_t bytes) {
    std::vector<std::int64_t> found;
    auto sum = database_.prepare("SELECT sum(bytes) FROM report");
    std::int64_t total = sum.step() ? sum.number(0) : 0;
    if (total <= bytes) return found;
    auto rows = database_.prepare("SELECT number, bytes FROM report ORDER BY rank, number");
    while (total > bytes && rows.step()) {
        found.push_back(rows.number(0));
        total -= rows.number(1);
    }
    return found;
}

} // namespace vow::agent
