#pragma once

#include "agent/pull/offer.h"
#include "agent/pull/own_program.h"
#include "agent/pull/store.h"
#include "agent/release/group.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// Runs the policy of a release, by programs of their own, and judges whether the host is well
/// afterwards. It changes no links and keeps no record.
class Trial {
public:
    /// Borrows all of it. `work_folder` is that of the runs.
    Trial(
        const OwnProgram& programs,
        const ReleaseStore& store,
        const PullSettings& settings,
        std::string work_folder,
        const Stop& stop
    )
        : programs_(programs),
          store_(store),
          settings_(settings),
          work_folder_(std::move(work_folder)),
          stop_(stop) {}

    /// Why the policy has errors; nullopt if it has none.
    std::optional<std::string> fault_of_check(const Offer& offer) const;
    /// Shows what the policy would change.
    ProgramEnd plan(const Offer& offer) const;
    /// Runs the policy by the link `current`.
    ProgramEnd run(const Offer& offer) const;

    struct Verdict {
        ProgramEnd run;                        ///< the last one
        std::optional<std::string> fault = {}; ///< why the host is not well; nullopt: it is
    };
    /// Runs the policy, and looks whether the host is well; again, until it is or its time of grace
    /// is over.
    Verdict try_out(const Offer& offer) const;

private:
    /// Of the policy in a folder that holds the bundle.
    std::vector<std::string> arguments_in(const std::string& folder, const Offer& offer) const;
    std::vector<std::string> run_arguments(const Offer& offer) const;
    std::string policy_in(const std::string& folder, const Offer& offer) const;
    std::optional<std::string>
    fault_of_run(const ProgramEnd& run, const HealthChecks& health) const;
    std::optional<std::string> fault_of_promises(const HealthChecks& health) const;
    std::optional<std::string> fault_of_program(const HealthChecks& health) const;
    Verdict try_once(const Offer& offer, const HealthChecks& health) const;
    std::string events_file() const { return store_.folder() + "/events.json"; }

    const OwnProgram& programs_;
    const ReleaseStore& store_;
    const PullSettings& settings_;
    std::string work_folder_;
    const Stop& stop_;
};

} // namespace vow::agent
