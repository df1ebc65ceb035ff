#include "agent/review/reading.h"

#include "agent/machine/host.h"
#include "agent/personality/work_directory.h"
#include "agent/state/state_folder.h"
#include "policy/run/usage_error.h"
#include "protocol/system/trust.h"

#include <algorithm>

namespace vow::agent {
namespace {

/// Reading takes no time that a signal would have to cut short.
class NeverStopped : public Stop {
public:
    int signal() const override { return 0; }
};

} // namespace

Reading::Reading(const Options& options)
    : folder_(work_directory_of(options.work_directory, options.personality) + "/state") {
    const NeverStopped stop;
    MachineHost host(stop, trusting(Trust::of_process({}), options.settings.trusted_users));
    const auto path = StateFolder(folder_, host).find_database();
    if (!path) fail(path.why_not);
    if (path->empty()) return;
    try {
        database_ = std::make_unique<Database>(*path);
        history_.emplace(*database_);
        runs_ = history_->runs();
    } catch (const DatabaseError& error) {
        fail(error.what());
    }
}

void Reading::fail(const std::string& why) const {
    throw UsageError("the history in '" + folder_ + "' cannot be read: " + why);
}

const RecordedRun& Reading::run(std::int64_t number) const {
    const auto count = static_cast<std::int64_t>(runs_.size());
    if (number < 0 && -number <= count) return runs_[static_cast<std::size_t>(count + number)];
    const auto found = std::ranges::find(runs_, number, &RecordedRun::number);
    if (found != runs_.end()) return *found;
    if (count == 0)
        throw UsageError("no run is recorded in '" + folder_ + "'; -w names another work folder");
    throw UsageError(
        "run " + std::to_string(number) + " is not in the history in '" + folder_ +
        "'; vow history lists the runs, -w names another work folder"
    );
}

std::vector<RecordedOutcome> Reading::outcomes(const RecordedRun& run) {
    try {
        return history_->outcomes(run.number);
    } catch (const DatabaseError& error) {
        fail(error.what());
    }
}

std::vector<std::string> Reading::errors(const RecordedRun& run) {
    try {
        return history_->errors(run.number);
    } catch (const DatabaseError& error) {
        fail(error.what());
    }
}

std::vector<RecordedTiming> Reading::timings(const RecordedRun& run) {
    try {
        return history_->timings(run.number);
    } catch (const DatabaseError& error) {
        fail(error.what());
    }
}

std::vector<RecordedSpan> Reading::timeline(const RecordedRun& run) {
    try {
        return history_->timeline(run.number);
    } catch (const DatabaseError& error) {
        fail(error.what());
    }
}

std::vector<const RecordedRun*> Reading::last_runs() const {
    std::vector<const RecordedRun*> last;
    for (const RecordedRun& run : runs_) {
        if (run.is_running()) continue;
        const auto same = std::ranges::find(last, run.policy(), [](const RecordedRun* each) {
            return each->policy();
        });
        if (same == last.end())
            last.push_back(&run);
        else
            *same = &run;
    }
    return last;
}

std::vector<const RecordedRun*> Reading::runs_before(const RecordedRun& run) const {
    std::vector<const RecordedRun*> found;
    for (const RecordedRun& each : runs_) {
        if (each.number < run.number && each.finished && each.policy() == run.policy())
            found.push_back(&each);
    }
    std::ranges::reverse(found);
    return found;
}

} // namespace vow::agent
