#pragma once

#include "agent/command_line/options.h"
#include "agent/explain/recording.h"
#include "agent/personality/reference_output.h"
#include "agent/report/crash_report.h"
#include "agent/report/live_view.h"
#include "agent/report/observers.h"
#include "agent/report/plan.h"
#include "agent/report/tally.h"
#include "agent/report/voice.h"
#include "agent/simulation/sandboxed_keeper.h"
#include "policy/run/facts.h"
#include "policy/run/language.h"

#include <optional>
#include <string>

namespace vow::agent {

/// All that a run shows, as the command line wants it: its lines on the console and in logs, what
/// it is doing on a terminal, its events, its plan, and the texts at its end. It receives the
/// events of the run, and keeps nothing: the record of a run is apart. Its members borrow each
/// other, so it is not moved.
class RunDisplay {
public:
    /// Borrows both. Begins to show what the run does.
    RunDisplay(const Options& options, const Stop& stop);
    RunDisplay(const RunDisplay&) = delete;
    RunDisplay& operator=(const RunDisplay&) = delete;

    /// Receives the events of the run, and passes them on to all that shows them.
    Observer& observer() { return observers_; }
    /// Sends the events to a further observer, which is borrowed.
    void add(Observer& observer) { observers_.add(observer); }
    /// Writes the events to the file that the command line names for them; the first one has these
    /// members. Throws UsageError if it cannot be opened.
    void begin_events(const Data& start);

    Log& log() { return log_; }
    Output& output() { return output_; }
    /// null if the run has none.
    LiveView* live_view() { return has_live_view() ? &live_view_ : nullptr; }
    /// The secrets that the run has learned so far, to be masked in texts that are not events.
    const Secrets& secrets() const { return observers_.secrets(); }
    const Tally& tally() const { return tally_; }
    /// The plan of a dry run; nullopt if none is requested.
    const std::optional<Plan>& plan() const { return plan_; }
    /// True if a person or a program watches progress.
    bool is_watched() const;

    /// Logs a line and flushes it: the run may wait next, for a lock or a module.
    void log_now(LogLevel level, std::string_view line);
    /// Shows changes that no promise has made, but a program that ran for one.
    void show(const LooseChanges& loose);
    /// Writes a text of the policy. A terminal gets its control characters as escape sequences.
    void print(const std::string& text);

    // --- the end of a run ---

    /// Lists the classes and variables defined so far, if the command line requests it.
    void show_defined_names(Policy& policy);
    /// Prints the plan of a dry run, if the command line requests one.
    void show_plan();
    /// Prints why the thing that the command line names is as it is. Returns false, with a message,
    /// if it is nothing at all.
    bool show_explanation(const Policy& policy, Facts& facts);
    /// True if --detailed-exitcode is given, and the dry run has found something to change.
    bool tells_of_changes() const {
        return options_.has_detailed_exit && plan_ && plan_->has_changes();
    }
    /// True if the run ends with a summary line.
    bool has_summary() const;
    /// Writes that line, and what precedes it.
    void conclude(const std::string& summary);
    void flush();
    /// Must be called last, with the intended exit status; returns the actual one. The last event
    /// has the members of `details`.
    int end(int exit_status, const Data& details);

private:
    bool has_live_view() const;
    bool has_voice() const;
    bool has_plan() const;
    bool counts_skipped() const;
    Colored colored() const;
    void add_sinks();

    const Options& options_;
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
    Observers observers_;
};

} // namespace vow::agent
