#pragma once

#include "policy/run/language.h"
#include "policy/skopos/plan/plan.h"
#include "policy/skopos/run/place.h"
#include "policy/skopos/run/run_setup.h"

#include <string>

namespace vow::skopos {

/// The steps of a plan at the place of its run. Borrows both; a plan without steps, or a run at its
/// end, has none.
class Cursor {
public:
    Cursor(const Plan& plan, const Place& place) : plan_(plan), place_(place) {}

    /// The innermost chain that the run is in.
    const Chain& chain() const;
    /// The step of that chain that runs or is due.
    const Step& step() const;
    /// The step of the plan's own chain.
    const Step& top_step() const;
    bool is_at_top() const { return place_.frames.size() == 1; }
    /// The index of the loop that the chain belongs to.
    std::optional<std::int64_t> index() const;
    /// The component that the chain belongs to; empty in a group.
    std::string component() const;

private:
    const Plan& plan_;
    const Place& place_;
};

/// The step at which a place is. Null if the plan does not have the place.
const Step* find_step(const Plan& plan, const Place& place);

/// Stores the place of a run, and describes to users where the run stands when this process ends. A
/// dry run stores nothing. Borrows all.
class RunJournal {
public:
    RunJournal(
        const RunSetup& setup, UnfinishedRun& unfinished, RunReport& report, const Place& place
    )
        : setup_(setup),
          unfinished_(unfinished),
          report_(report),
          place_(place),
          cursor_(setup.plan, place) {}

    /// Stores the place, then lets observers know what led to it. False if it cannot be stored.
    bool store();
    /// Reports the steps that had begun before this part of the run.
    void announce_resumed();

    // The ends of this part of the run.
    /// The run waits at a gate, or pauses before a step.
    Ending wait();
    /// A signal ended the step that ran, or came before the next step.
    Ending interrupt();
    /// The place cannot be stored.
    Ending lose();
    /// The plan has ended. `failed_at` is empty if no step is to blame.
    Ending finish(bool has_passed, const std::string& failed_at);

private:
    std::string summary(std::string_view how) const;
    std::size_t never_run() const;
    void log_command(const std::string& options);

    const RunSetup& setup_;
    UnfinishedRun& unfinished_;
    RunReport& report_;
    const Place& place_;
    Cursor cursor_;
};

} // namespace vow::skopos
