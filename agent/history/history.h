#pragma once

#include "agent/history/packed_outcomes.h"
#include "agent/history/run_record.h"
#include "agent/state/database.h"

#include <functional>
#include <optional>
#include <vector>

namespace vow::agent {

/// The most that the history keeps; what is older goes when a run is recorded.
struct HistoryLimits {
    std::int64_t runs = 200;
    std::int64_t bytes = 90'000'000; ///< of texts: with what SQLite adds, about 100 MB of the file
};

/// The runs in the state database: their beginning, and at the end their outcomes. Not for
/// documents or locks, which have tables of their own. All members throw DatabaseError.
class History {
public:
    /// Borrows the database, and creates the tables in it.
    explicit History(Database& database, HistoryLimits limits = {});

    /// Records a run that has not finished. Returns its number, which no other run gets.
    std::int64_t begin(RunTime started, const Data& start, const RunProcess& process);
    /// Completes the record of a run, and makes room for it: all of it or nothing. A run whose
    /// record is gone is recorded once more. `run` has what began it.
    /// `further` is called in the same transaction, if it is given.
    using Further = std::function<void(Database&, const RecordedRun&, const RunEnd&)>;
    void finish(const RecordedRun& run, const RunEnd& end, const Further& further = {});
    /// Removes a run that turned out to be none.
    void discard(std::int64_t number);

    /// All runs, the oldest first.
    std::vector<RecordedRun> runs();
    /// Those between two numbers that were killed, the oldest first.
    std::vector<RecordedRun> unfinished_between(std::int64_t after, std::int64_t before);
    std::vector<RecordedOutcome> outcomes(std::int64_t run);
    /// The errors of the run itself, not of a promise.
    std::vector<std::string> errors(std::int64_t run);
    std::vector<RecordedTiming> timings(std::int64_t run);
    /// By their begin.
    std::vector<RecordedSpan> timeline(std::int64_t run);

private:
    void put_outcomes(std::int64_t run, const PackedOutcomes& outcomes);
    void put_errors(std::int64_t run, const std::vector<std::string>& errors);
    /// Removes the oldest runs, until there is room for so many bytes more.
    void prune(std::int64_t wanted);

    Database& database_;
    HistoryLimits limits_;
};

} // namespace vow::agent
