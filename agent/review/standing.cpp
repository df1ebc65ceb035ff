#include "agent/review/standing.h"

#include "agent/review/run_text.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace vow::agent {
namespace {

std::string file_of(const std::string& place) {
    return place.substr(0, place.rfind(':'));
}

/// An edit of the policy moves its promises to other lines.
bool is_same(const RecordedPromise& one, const RecordedPromise& other) {
    return one.type == other.type && one.promiser == other.promiser &&
           file_of(one.place) == file_of(other.place);
}

/// Follows the failures into earlier runs, as long as each has one of them.
void trace(std::vector<Failure>& failures, const RecordedRun& run, Reading& history) {
    std::vector<Failure*> open;
    open.reserve(failures.size());
    for (Failure& failure : failures)
        open.push_back(&failure);
    for (const RecordedRun* earlier : history.runs_before(run)) {
        if (open.empty()) return;
        const auto outcomes = history.outcomes(*earlier);
        std::erase_if(open, [&](Failure* failure) {
            const bool failed = std::ranges::any_of(outcomes, [&](const RecordedOutcome& outcome) {
                return is_failure(outcome) && is_same(outcome.promise, failure->outcome.promise);
            });
            if (!failed) return true;
            failure->since = earlier->started;
            failure->since_run = earlier->number;
            ++failure->runs;
            return false;
        });
    }
}

} // namespace

ExitStatus Standing::status() const {
    if (is_stale) return ExitStatus::stale;
    return run->has_failed() ? ExitStatus::not_kept : ExitStatus::success;
}

Standing standing_of(
    const RecordedRun& run,
    Reading& history,
    RunTime now,
    const std::optional<std::chrono::seconds>& max_age
) {
    const auto age = std::chrono::duration_cast<std::chrono::seconds>(now - run.started);
    Standing standing{
        .run = &run,
        .age = std::max(age, std::chrono::seconds(0)),
        .is_stale = run.is_unfinished() || (max_age && age > *max_age),
        .failures = {},
        .errors = history.errors(run)};
    std::set<std::tuple<std::string, std::string, std::string>> known; // some are tried again
    for (RecordedOutcome& outcome : history.outcomes(run)) {
        const auto& [type, promiser, place] = outcome.promise;
        if (is_failure(outcome) && known.emplace(type, promiser, place).second)
            standing.failures.push_back({std::move(outcome), run.started, run.number, 1});
    }
    trace(standing.failures, run, history);
    return standing;
}

} // namespace vow::agent
