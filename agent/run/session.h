#pragma once

#include "agent/command_line/options.h"
#include "agent/explain/recording.h"
#include "agent/history/run_recorder.h"
#include "agent/keepers/bundled_keeper.h"
#include "agent/keepers/live_keeper.h"
#include "agent/keepers/type_router.h"
#include "agent/machine/facts.h"
#include "agent/machine/network.h"
#include "agent/machine/signals.h"
#include "agent/personality/reference_output.h"
#include "agent/planning/second_order_keeper.h"
#include "agent/report/crash_report.h"
#include "agent/report/live_view.h"
#include "agent/report/observers.h"
#include "agent/report/plan.h"
#include "agent/report/tally.h"
#include "agent/report/voice.h"
#include "agent/reporting/reporter.h"
#include "agent/run/catalogue.h"
#include "agent/run/logging_host.h"
#include "agent/simulation/sandboxed_keeper.h"
#include "agent/simulation/simulated_events.h"
#include "agent/state/disk_state.h"
#include "agent/state/forgetful_state.h"
#include "agent/trace/module_events.h"
#include "policy/run/language.h"
#include "protocol/client/module_host.h"

#include <memory>

namespace vow::agent {

/// Everything needed to load and run a policy, created from the command line; lives until the
/// program's last output.
class Session {
public:
    /// Borrows both. A run in a sandbox is given its inside, otherwise null.
    explicit Session(const Options& options, const harness::Inside* sandbox = nullptr);

    /// Lists the classes and variables defined so far, if the command line requests it.
    void show_defined_names(Policy& policy);
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

    /// Sends the events to a further observer, which is borrowed.
    void add(Observer& observer) { observers_.add(observer); }
    /// Sets the text of the policy "-".
    void set_standard_input(std::string text) { host_.set_standard_input(std::move(text)); }

    /// Returns the exit status if a run must not begin; see run_start.h.
    std::optional<int> exclude_other_runs();

    World& world() { return world_; }
    const Trust& trust() const { return host_.trust(); }
    Output& output() { return output_; }
    /// Writes a text of the policy. A terminal gets its control characters as escape sequences.
    void print(const std::string& text);
    /// The secrets that the run has learned so far, to be masked in texts that are not events.
    const Secrets& secrets() const { return observers_.secrets(); }
    const Tally& tally() const { return tally_; }
    /// The members of the first event: made once, as the run has one identifier.
    const Data& start();
    /// The plan of a dry run; nullopt if none is requested.
    const std::optional<Plan>& plan() const { return plan_; }
    const ReadFiles& files_read() const { return host_.files_read(); }
    /// Prints the plan of a dry run, if the command line requests one.
    void show_plan();
    /// True if --detailed-exitcode is given, and the dry run has found something to change.
    bool tells_of_changes() const {
        return options_.has_detailed_exit && plan_ && plan_->has_changes();
    }
    /// Prints why the thing that the command line names is as it is. Returns false, with a message,
    /// if it is nothing at all.
    bool show_explanation(const Policy& policy);
    /// True if the run ends with a summary line.
    bool has_summary() const;
    /// Writes that line, and what precedes it.
    void conclude(const std::string& summary);
    const Signals& signals() const { return signals_; }

private:
    /// True if a person or a program watches progress.
    bool is_watched() const;
    bool has_live_view() const;
    bool has_voice() const;
    bool counts_skipped() const;
    Colored colored() const;
    void add_sinks();
    std::unique_ptr<DiskState> disk_state_for(const Options& options);
    bool is_recorded() const;
    void end_record(int exit_status);
    void add_reporter();
    std::vector<std::string> serve_arguments(const Options& options) const;
    client::HostSettings settings_for(const Options& options);
    PromiseKeeper& planning_keeper(PromiseKeeper& keeper);
    PromiseKeeper& keeper_in(const harness::Inside* sandbox);
    Observer& observer_in(const harness::Inside* sandbox);
    void tell(const LooseChanges& loose);
    void log(LogLevel level, std::string_view line);

    const Options& options_;
    Signals signals_;
    Output output_;
    CrashReport crash_report_;
    Log log_;
    std::optional<Voice> voice_; ///< of a run in vow's own words
    LiveView live_view_;
    Tally tally_;
    std::optional<EventFile> event_file_;
    DefinedNames defined_names_;
    std::optional<Plan> plan_;           ///< of a dry run, if it is requested
    std::optional<Recording> recording_; ///< of `vow explain`
    std::optional<Data> start_;
    std::optional<RunRecorder> recorder_; ///< of a real run
    std::optional<Reporter> reporter_;    ///< of one that is reported
    Observers observers_;
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
    ModuleEvents module_events_{observers_};
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
