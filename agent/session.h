#pragma once

#include "agent/catalogue.h"
#include "agent/keepers/bundled_keeper.h"
#include "agent/keepers/type_router.h"
#include "agent/logging_host.h"
#include "agent/machine/facts.h"
#include "agent/machine/signals.h"
#include "agent/options.h"
#include "agent/personality/defined_names.h"
#include "agent/report/crash_report.h"
#include "agent/report/event_file.h"
#include "agent/report/live_line.h"
#include "agent/report/observers.h"
#include "agent/report/tally.h"
#include "protocol/client/module_host.h"

#include <memory>

namespace vow::agent {

/// Everything a policy is loaded and run with, made from the command line and alive until the
/// program has said its last word.
class Session {
public:
    explicit Session(const Options& options);

    /// Lists the classes and variables defined so far, if the command line asks for them.
    void show_defined_names();
    /// To be called last, with what the program is going to exit with; answers what it exits with.
    int end(int exit_status);
    /// Has the modules ended; what they still say is said before.
    void end_modules() { processes_.end(); }

    World& world() { return world_; }
    Output& output() { return output_; }
    /// Writes a text of the policy. A terminal gets its control characters as escape sequences.
    void print(const std::string& text);
    const Tally& tally() const { return tally_; }
    /// Whether the run ends with a line that counts what came of the promises.
    bool has_summary() const;
    const Signals& signals() const { return signals_; }

private:
    /// Whether a person or a program follows how far promises come.
    bool is_watched() const;
    bool has_live_line() const;
    void add_sinks();
    std::unique_ptr<State> state_for(const Options& options);
    client::HostSettings settings_for(const Options& options);
    void log(LogLevel level, std::string_view line);

    const Options& options_;
    Signals signals_;
    Output output_;
    CrashReport crash_report_;
    Log log_;
    LiveLine live_line_;
    Tally tally_;
    std::optional<EventFile> event_file_;
    DefinedNames defined_names_;
    Observers observers_;
    LoggingHost host_;
    MachineFacts facts_;
    std::unique_ptr<State> state_;
    KnownTypes types_;
    BundledKeeper bundled_;
    client::ModuleHost processes_;
    TypeRouter keeper_;
    World world_;
};

} // namespace vow::agent
