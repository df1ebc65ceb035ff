#include "agent/history/history.h"

#include <utility>

namespace vow::agent {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Times are milliseconds since the epoch, durations microseconds. `bytes` precedes the long
/// texts, so that it is read without them. The numbers of removed runs are not used again.
constexpr const char* history_schema =
    "CREATE TABLE IF NOT EXISTS run (number INTEGER PRIMARY KEY AUTOINCREMENT,"
    " bytes INTEGER NOT NULL, started INTEGER NOT NULL, finished INTEGER, process INTEGER NOT NULL,"
    " process_start INTEGER NOT NULL, exit_status INTEGER, omitted INTEGER NOT NULL, totals TEXT,"
    " start TEXT NOT NULL, timings TEXT);"
    "CREATE TABLE IF NOT EXISTS outcome (run INTEGER NOT NULL, item INTEGER NOT NULL,"
    " type TEXT NOT NULL, promiser TEXT NOT NULL, place TEXT NOT NULL, bundle TEXT NOT NULL,"
    " handle TEXT NOT NULL, pass INTEGER NOT NULL, result TEXT NOT NULL, handled INTEGER NOT NULL,"
    " duration INTEGER NOT NULL, reason TEXT, changes TEXT, PRIMARY KEY (run, item)) WITHOUT "
    "ROWID;"
    "CREATE TABLE IF NOT EXISTS timeline (run INTEGER PRIMARY KEY, spans TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS error (run INTEGER NOT NULL, item INTEGER NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY (run, item)) WITHOUT ROWID;";

/// The last one that is made: where it is, all are.
constexpr std::string_view newest_table = "error";

constexpr std::int64_t row_overhead = 64; ///< bytes

std::int64_t number_of(RunTime time) {
    return std::chrono::floor<milliseconds>(time.time_since_epoch()).count();
}

RunTime time_of(std::int64_t number) {
    return RunTime(milliseconds(number));
}

std::optional<Data> optional_data(const Statement& row, int column) {
    if (row.is_null(column)) return std::nullopt;
    return stored_data(row.text(column));
}

std::int64_t size_of(std::string_view text) {
    return static_cast<std::int64_t>(text.size());
}

void bind_text(Statement& statement, int parameter, std::string_view text) {
    if (text.empty())
        statement.bind_null(parameter);
    else
        statement.bind(parameter, text);
}

} // namespace

History::History(Database& database, HistoryLimits limits) : database_(database), limits_(limits) {
    if (!database_.is_read_only() && !database_.has_table(newest_table))
        database_.run(history_schema);
}

std::int64_t History::begin(RunTime started, const Data& start, const RunProcess& process) {
    const std::string text = json_text(start);
    Transaction transaction(database_);
    prune(size_of(text));
    auto insert = database_.prepare("INSERT INTO run (bytes, started, process, process_start,"
                                    " omitted, start) VALUES (?, ?, ?, ?, 0, ?)");
    insert.bind(1, row_overhead + size_of(text)).bind(2, number_of(started));
    insert.bind(3, std::int64_t{process.number}).bind(4, process.start_ticks);
    insert.bind(5, std::string_view(text)).run();
    const std::int64_t number = database_.inserted_row();
    transaction.commit();
    return number;
}

void History::finish(const RecordedRun& run, const RunEnd& end, const Further& further) {
    const std::string start = json_text(run.start);
    const std::string totals = json_text(end.totals);
    std::int64_t bytes = row_overhead + size_of(start) + size_of(totals) + size_of(end.timings) +
                         size_of(end.timeline);
    for (const PackedOutcome& outcome : end.outcomes)
        bytes += row_overhead + static_cast<std::int64_t>(outcome.bytes());
    for (const std::string& error : end.errors)
        bytes += row_overhead + size_of(error);
    Transaction transaction(database_);
    auto erase = database_.prepare("DELETE FROM run WHERE number = ?");
    erase.bind(1, run.number).run();
    prune(bytes);
    auto insert = database_.prepare("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, run.number).bind(2, bytes);
    insert.bind(3, number_of(run.started)).bind(4, number_of(end.time));
    insert.bind(5, std::int64_t{run.process.number}).bind(6, run.process.start_ticks);
    insert.bind(7, std::int64_t{end.exit_status}).bind(8, end.omitted);
    insert.bind(9, std::string_view(totals)).bind(10, std::string_view(start));
    insert.bind(11, std::string_view(end.timings)).run();
    auto put_timeline = database_.prepare("INSERT OR REPLACE INTO timeline VALUES (?, ?)");
    put_timeline.bind(1, run.number).bind(2, std::string_view(end.timeline)).run();
    put_outcomes(run.number, end.outcomes);
    put_errors(run.number, end.errors);
    if (further) further(database_, run, end);
    transaction.commit();
}

void History::put_outcomes(std::int64_t run, const PackedOutcomes& outcomes) {
    auto put =
        database_.prepare("INSERT INTO outcome VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    std::int64_t item = 0;
    for (const PackedOutcome& outcome : outcomes) {
        put.bind(1, run).bind(2, ++item);
        put.bind(3, outcome.type).bind(4, outcome.promiser).bind(5, outcome.place);
        put.bind(6, outcome.bundle).bind(7, outcome.handle);
        put.bind(8, std::int64_t{outcome.pass}).bind(9, outcome.result);
        put.bind(10, std::int64_t{outcome.is_handled ? 1 : 0});
        put.bind(11, std::int64_t{outcome.duration.count()});
        bind_text(put, 12, outcome.reason);
        bind_text(put, 13, outcome.changes);
        put.run();
    }
}

void History::put_errors(std::int64_t run, const std::vector<std::string>& errors) {
    auto put = database_.prepare("INSERT INTO error VALUES (?, ?, ?)");
    std::int64_t item = 0;
    for (const std::string& error : errors)
        put.bind(1, run).bind(2, ++item).bind(3, std::string_view(error)).run();
}

void History::discard(std::int64_t number) {
    auto erase = database_.prepare("DELETE FROM run WHERE number = ?");
    erase.bind(1, number).run();
}

void History::prune(std::int64_t wanted) {
    std::optional<std::int64_t> last_removed;
    {
        auto rows = database_.prepare("SELECT number, bytes FROM run ORDER BY number DESC");
        std::int64_t count = 1, bytes = wanted; // with the run that is about to be written
        while (rows.step()) {
            ++count;
            bytes += rows.number(1);
            if (count <= limits_.runs && bytes <= limits_.bytes) continue;
            last_removed = rows.number(0);
            rows.reset();
            break;
        }
    }
    if (!last_removed) return;
    for (const char* sql :
         {"DELETE FROM run WHERE number <= ?",
          "DELETE FROM outcome WHERE run <= ?",
          "DELETE FROM error WHERE run <= ?",
          "DELETE FROM timeline WHERE run <= ?"}) {
        auto erase = database_.prepare(sql);
        erase.bind(1, *last_removed).run();
    }
}

namespace {

/// The runs of a statement that selects all of their columns but the times.
std::vector<RecordedRun> runs_in(Statement rows) {
    std::vector<RecordedRun> found;
    while (rows.step()) {
        RecordedRun run{.number = rows.number(0), .started = time_of(rows.number(1))};
        if (!rows.is_null(2)) run.finished = time_of(rows.number(2));
        run.process = {static_cast<pid_t>(rows.number(3)), rows.number(4)};
        if (!rows.is_null(5)) run.exit_status = static_cast<int>(rows.number(5));
        run.omitted = rows.number(6);
        run.totals = optional_data(rows, 7);
        run.start = stored_data(rows.text(8));
        found.push_back(std::move(run));
    }
    return found;
}

} // namespace

std::vector<RecordedRun> History::runs() {
    return runs_in(database_.prepare("SELECT number, started, finished, process, process_start,"
                                     " exit_status, omitted, totals, start FROM run ORDER BY number"
    ));
}

std::vector<RecordedRun> History::unfinished_between(std::int64_t after, std::int64_t before) {
    auto rows = database_.prepare("SELECT number, started, finished, process, process_start,"
                                  " exit_status, omitted, totals, start FROM run"
                                  " WHERE number > ? AND number < ? AND finished IS NULL"
                                  " ORDER BY number");
    rows.bind(1, after).bind(2, before);
    auto found = runs_in(std::move(rows));
    std::erase_if(found, [](const RecordedRun& run) { return !run.is_unfinished(); });
    return found;
}

std::vector<RecordedOutcome> History::outcomes(std::int64_t run) {
    std::vector<RecordedOutcome> found;
    auto rows = database_.prepare("SELECT type, promiser, place, bundle, handle, pass, result,"
                                  " handled, duration, reason, changes FROM outcome WHERE run = ?"
                                  " ORDER BY item");
    rows.bind(1, run);
    while (rows.step()) {
        found.push_back(
            {.promise = {rows.text(0), rows.text(1), rows.text(2)},
             .bundle = rows.text(3),
             .handle = rows.text(4),
             .pass = static_cast<int>(rows.number(5)),
             .result = rows.text(6),
             .is_handled = rows.number(7) != 0,
             .duration = microseconds(rows.number(8)),
             .reason = optional_data(rows, 9),
             .changes = optional_data(rows, 10).value_or(Data())}
        );
    }
    return found;
}

std::vector<std::string> History::errors(std::int64_t run) {
    std::vector<std::string> found;
    if (database_.is_read_only() && !database_.has_table("error")) return found;
    auto rows = database_.prepare("SELECT text FROM error WHERE run = ? ORDER BY item");
    rows.bind(1, run);
    while (rows.step())
        found.push_back(rows.text(0));
    return found;
}

std::vector<RecordedTiming> History::timings(std::int64_t run) {
    std::vector<RecordedTiming> found;
    auto row = database_.prepare("SELECT timings FROM run WHERE number = ?");
    row.bind(1, run);
    if (!row.step() || row.is_null(0)) return found;
    const Data all = stored_data(row.text(0));
    row.reset();
    found.reserve(all.size());
    for (const Data& item : all.items()) {
        const Data::Array& parts = item.items();
        if (parts.size() != 4) continue;
        const auto text = [&](std::size_t at) { return std::string(parts[at].text()); };
        found.push_back(
            {.promise = {text(0), text(1), text(2)},
             .duration = microseconds(static_cast<std::int64_t>(parts[3].as_real()))}
        );
    }
    return found;
}

std::vector<RecordedSpan> History::timeline(std::int64_t run) {
    std::vector<RecordedSpan> found;
    auto row = database_.prepare("SELECT spans FROM timeline WHERE run = ?");
    row.bind(1, run);
    if (!row.step()) return found;
    const Data all = stored_data(row.text(0));
    row.reset();
    found.reserve(all.size());
    for (const Data& item : all.items()) {
        const Data::Array& parts = item.items();
        if (parts.size() != 6) continue;
        const auto text = [&](std::size_t at) { return std::string(parts[at].text()); };
        const auto number = [&](std::size_t at) {
            return static_cast<std::int64_t>(parts[at].as_real());
        };
        found.push_back(
            {.kind = text(0),
             .name = text(1),
             .lane = static_cast<std::size_t>(number(2)),
             .result = text(3),
             .begin = microseconds(number(4)),
             .duration = microseconds(number(5))}
        );
    }
    return found;
}

} // namespace vow::agent
