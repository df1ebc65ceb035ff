#pragma once

#include "agent/command_line/options.h"
#include "agent/history/history.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// The history of a work folder, open for reading. A folder without one has no runs. Throws
/// UsageError if it cannot be read.
class Reading {
public:
    /// Looks for it in the work folder that the options name.
    explicit Reading(const Options& options);

    /// All runs, the oldest first.
    const std::vector<RecordedRun>& runs() const { return runs_; }
    /// The run of that number or, if it is negative, so many from the end. Throws UsageError if it
    /// is not there.
    const RecordedRun& run(std::int64_t number) const;
    std::vector<RecordedOutcome> outcomes(const RecordedRun& run);
    std::vector<std::string> errors(const RecordedRun& run);
    std::vector<RecordedTiming> timings(const RecordedRun& run);
    std::vector<RecordedSpan> timeline(const RecordedRun& run);
    /// The last run of each policy, in the order of the policies' first runs. A run that goes on
    /// does not count.
    std::vector<const RecordedRun*> last_runs() const;
    /// The runs of a policy that ended in order before `run` began, the latest first.
    std::vector<const RecordedRun*> runs_before(const RecordedRun& run) const;

private:
    [[noreturn]] void fail(const std::string& why) const;

    std::string folder_;
    std::unique_ptr<Database> database_; ///< null: there is none
    std::optional<History> history_;
    std::vector<RecordedRun> runs_;
};

} // namespace vow::agent
