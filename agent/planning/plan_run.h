#pragma once

#include "agent/planning/plan_file.h"
#include "agent/planning/plan_inputs.h"
#include "agent/planning/planned_changes.h"
#include "agent/planning/planned_keeper.h"
#include "agent/report/plan.h"
#include "policy/run/world.h"

#include <string>
#include <vector>

namespace vow::agent {

/// A dry run whose plan is written to a file. Its world is that of the run, but that it notes what
/// the policy reads.
class PlanMaking {
public:
    /// Borrows both.
    PlanMaking(const World& around, const ReadFiles& read);

    World& world() { return world_; }
    /// To be notified of the run's events.
    Observer& inputs() { return inputs_; }

    /// Writes the file, readable for the running user alone. `plan` has the policy, the folder and
    /// the words of the command line; the rest is filled in. Throws UsageError if it cannot be
    /// written.
    void write(
        PlanFile plan,
        const Plan& made,
        const Secrets& secrets,
        const std::string& path,
        const std::string& state_folder
    );

private:
    const ReadFiles& read_;
    WatchedFacts facts_;
    PlanInputs inputs_;
    World world_;
};

/// A run that keeps a plan. Its world is that of the run, with a keeper that lets pass only what
/// was planned.
class PlanApplication {
public:
    /// Borrows all.
    PlanApplication(
        const World& around,
        const PlanFile& plan,
        const ReadFiles& read,
        const Secrets& secrets,
        UntoldPromises untold
    );

    World& world() { return world_; }

    /// Throws PlanRefused if the files or the time are not those of the plan. Called before the
    /// policy is loaded.
    void check() const;
    /// Throws PlanRefused if the policy was loaded from other files. Called before it runs.
    void check_loaded() const;

private:
    const PlanFile& plan_;
    const ReadFiles& read_;
    PlannedChanges planned_;
    PlannedKeeper keeper_;
    World world_;
};

} // namespace vow::agent
