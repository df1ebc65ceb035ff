#pragma once

#include "agent/command_line/options.h"
#include "agent/planning/plan_run.h"
#include "agent/report/mistakes.h"
#include "agent/run/measurements.h"
#include "agent/run/session.h"
#include "agent/simulation/simulation.h"
#include "policy/run/language.h"
#include "policy/source/diagnostic.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace vow::agent {

/// Inputs of runs of some kinds, in addition to their options; null for others.
struct RunContext {
    const PlanFile* plan = nullptr;           ///< of `vow apply`
    const harness::Inside* sandbox = nullptr; ///< of a run in a sandbox
};

/// One policy, from its file to the exit status: runs it, or checks it. Must be used on a deep
/// stack (policy/run/fiber.h).
class PolicyRun {
public:
    /// Borrows the options, and what the context has.
    explicit PolicyRun(const Options& options, const RunContext& context = {});

    /// Runs the policy. Returns the exit status. Throws UsageError if the options do not fit it.
    int run();
    /// Runs the policy, and then shows the files that it changed. Returns the exit status.
    int run_in(Simulation& simulation);
    /// Checks the policy. Returns the exit status.
    int check();

    /// The mistakes that were found, for programs.
    Data::Array mistakes() const;
    const ReadFiles& files_read() const { return session_.files_read(); }

private:
    /// The exit status that goes with each way a run may end.
    struct Statuses {
        int done, not_kept, policy_errors, aborted, failed, waiting;
    };
    static Statuses statuses_of(const Options& options);

    std::unique_ptr<Policy> load();
    /// Reports a policy that has nothing to run.
    void require_work(const Policy& policy);
    /// Writes the files that the command line requests of the policy.
    void write_files(const Policy& policy);
    /// The session's, as the making or the keeping of a plan file needs it.
    World& world();
    void write_plan(const Ending& ending);
    /// Throws UsageError if the plan must not be applied.
    void check_plan(void (PlanApplication::*check)() const);
    int run_to_end(Simulation* simulation);
    int check_to_end();
    /// The exit status of the work, or of a run that a signal ended in the middle of it.
    int unless_cancelled(const std::function<int()>& work);
    std::unique_ptr<Policy> load_policy();
    void print_reference_summary();
    int status_of(const Ending& ending) const;
    void print_interruption(const Ending& ending);
    bool has_totals(const Ending& ending) const;
    void print_summary(const Ending& ending);
    int finished(int status);

    const Options& options_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    LoggedMistakes logged_; // outlives the session, whose end can log
    Session session_;
    RunDisplay& display_; ///< the session's
    Measurements measurements_;
    std::optional<PlanMaking> making_;        ///< of `vow plan --out`
    std::optional<PlanApplication> applying_; ///< of `vow apply`
    const Statuses statuses_;
    std::unique_ptr<Language> language_;
    Diagnostics diagnostics_;
    Data details_; ///< of the run, for programs
};

} // namespace vow::agent
