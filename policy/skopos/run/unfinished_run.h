#pragma once

#include "policy/run/state.h"
#include "policy/skopos/run/place.h"
#include "policy/skopos/values/descriptors.h"

#include <optional>
#include <string>

namespace vow::skopos {

/// The beginning of a run. A run that goes on with it must have the same plan and options.
struct RunHead {
    std::int64_t process = 0; ///< that runs it

    std::string plan_digest = {};
    Data options = {}; ///< digests and texts, by option
    std::vector<std::string> plugin_folders = {};
    Descriptors descriptors = {};
};

/// The run of a plan that has not finished, in the documents of the machine: one that waits, was
/// interrupted, or goes on at this moment. Borrows the state.
class UnfinishedRun {
public:
    /// `plan` is the absolute path of the plan.
    UnfinishedRun(State& state, const std::string& project, const std::string& plan);

    /// Excludes other runs of the plan as long as this process lives; its children do not count.
    /// Returns false if another run has done so.
    bool exclude_others();

    /// nullopt without such a run, also if its documents cannot be read.
    std::optional<RunHead> head() const;
    std::optional<Place> place() const;

    /// Stores the place; the first time with the head. Returns once it is on disk, whether it is.
    bool store(const RunHead& head, const Place& place);
    void forget();

private:
    State& state_;
    std::string key_;
    bool has_head_ = false;
};

} // namespace vow::skopos
