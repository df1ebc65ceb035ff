#pragma once

#include "agent/command_line/options.h"
#include "agent/history/run_recorder.h"
#include "agent/keepers/bundled_keeper.h"
#include "agent/keepers/live_keeper.h"
#include "agent/keepers/type_router.h"
#include "agent/machine/facts.h"
#include "agent/machine/network.h"
#include "agent/machine/signals.h"
#include "agent/planning/second_order_keeper.h"
#include "agent/reporting/reporter.h"
#include "agent/run/catalogue.h"
#include "agent/run/logging_host.h"
#include "agent/run/run_display.h"
#include "agent/simulation/sandboxed_keeper.h"
#include "agent/simulation/simulated_events.h"
#include "agent/state/disk_state.h"
#include "agent/state/forgetful_state.h"
#include "agent/trace/module_events.h"
#include "protocol/client/module_host.h"

#include <memory>

namespace vow::agent {

/// Everything needed to load and run a policy, created from the command line: the world of the run,
/// its record and its display; lives until the program's last output.
class Session {
public:
    /// Borrows both. A run in a sandbox is given its inside, otherwise null.
    explicit Session(const Options& options, const harness::Inside* sandbox = nullptr);

    /// Records the run as one that has begun, if it is one that the history has.
    void begin_record();
    /// Records the errors of a policy that cannot run.
    void record_mistakes(const Diagnostics& diagnostics);
    /// Sends the report of the run, and others that wait, if its settings name destinations.
    void send_reports();
    /// Must be called last, with the intended exit status; returns the actual one. Completes the
    /// record, or removes it if nothing ran. The last event has the members of `details`.
    int end(int exit_status, const Data& details = {});
    /// Ends all modules; their last log lines are printed before it returns.
    void end_modules() { processes_.end(); }
    void wait_for_background() { background_.wait(signals_); }
    /// Tells what a run in a sandbox has changed since its last promise. A dry run sees the files
    /// of the host again.
    void end_sandbox() {
        if (sandboxed_) sandboxed_->end();
        if (planned_files_) planned_files_->end();
    }

    /// Sets the text of the policy "-".
    void set_standard_input(std::string text) { host_.set_standard_input(std::move(text)); }

    /// Returns the exit status if a run must not begin; see run_start.h.
    std::optional<int> exclude_other_runs();

    World& world() { return world_; }
    const Trust& trust() const { return host_.trust(); }
    RunDisplay& display() { return display_; }
    const RunDisplay& display() const { return display_; }
    /// The members of the first event: made once, as the run has one identifier.
    const Data& start();
    const ReadFiles& files_read() const { return host_.files_read(); }
    const Signals& signals() const { return signals_; }

private:
    std::unique_ptr<DiskState> disk_state_for(const Options& options);
    bool is_recorded() const;
    void end_record(int exit_status);
    void add_reporter();
    std::vector<std::string> serve_arguments(const Options& options) const;
    client::HostSettings settings_for(const Options& options);
    PromiseKeeper& planning_keeper(PromiseKeeper& keeper);
    PromiseKeeper& keeper_in(const harness::Inside* sandbox);
    Observer& observer_in(const harness::Inside* sandbox);

    const Options& options_;
    Signals signals_;
    RunDisplay display_;
    std::optional<Data> start_;
    std::optional<RunRecorder> recorder_; ///< of a real run
    std::optional<Reporter> reporter_;    ///< of one that is reported
    LoggingHost host_;
    MachineNetwork network_;
    MachineFacts facts_;
    std::unique_ptr<DiskState> disk_state_; ///< of a run; checks change nothing on disk
    ForgetfulState forgetful_state_;
    State& state_;
    KnownTypes types_;
    BundledKeeper bundled_;
    ServedModules served_;
    BackgroundPromises background_;
    ModuleEvents module_events_;
    client::ModuleHost processes_;
    TypeRouter keeper_;
    std::optional<LiveKeeper> live_;                ///< of a run on a terminal
    std::optional<PlannedFiles> planned_files_;     ///< of a dry run that may have them
    std::optional<SecondOrderKeeper> second_order_; ///< of a dry run outside of a sandbox
    std::optional<SandboxedKeeper> sandboxed_;      ///< of a run in a sandbox; so is the next
    std::optional<PlannedEvents> planned_;
    World world_;
};

} // namespace vow::agent
