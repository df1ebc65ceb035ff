#pragma once

#include "policy/run/language.h"
#include "policy/skopos/run/cursor.h"
#include "policy/skopos/run/run_report.h"
#include "policy/skopos/run/run_setup.h"

namespace vow::skopos {

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
