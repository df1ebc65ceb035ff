#pragma once

#include "agent/exit_status.h"
#include "agent/review/reading.h"

#include <chrono>
#include <optional>
#include <vector>

namespace vow::agent {

/// A promise that is not kept, and the first run in a row of which this is true.
struct Failure {
    RecordedOutcome outcome;
    RunTime since;
    std::int64_t since_run;
    std::size_t runs; ///< in that row
};

/// How a policy stands after its last run.
struct Standing {
    const RecordedRun* run;
    std::chrono::seconds age;
    bool is_stale; ///< unfinished, or older than is permitted
    std::vector<Failure> failures;
    std::vector<std::string> errors; ///< of no promise

    /// docs/commands.md, "vow status".
    ExitStatus status() const;
};

/// Judges the last run of a policy at a time. `max_age` is nullopt if any age will do.
Standing standing_of(
    const RecordedRun& run,
    Reading& history,
    RunTime now,
    const std::optional<std::chrono::seconds>& max_age
);

} // namespace vow::agent
