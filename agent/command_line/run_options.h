#pragma once

#include "agent/command_line/options.h"
#include "policy/otterscript/settings.h"

namespace CLI {

class App;

} // namespace CLI

namespace vow::agent {

/// The meanings of the exit status of a run, for its help.
inline constexpr const char* exit_statuses =
    "Exit status of 'vow run': 0 every promise was kept or repaired; 1 some were not, or an error "
    "was logged;\n2 the command line is wrong; 3 the policy has errors and nothing ran; 4 the "
    "policy "
    "aborted the run;\n5 it waits and can be resumed; 6 another run holds the work folder; 70 an "
    "internal error; 128+N ended by signal "
    "N. With --detailed-exitcode, 10: a dry run has found changes to make.";

/// The options of `vow run` and `vow plan`. Each function fills in `options`, which must outlive
/// the parser.
void add_run_options(CLI::App& run, Options& options);

/// Those of `vow run` that most of its command lines have, -n included.
void add_usual_run_options(CLI::App& run, Options& options);

/// --out of `vow plan`.
void add_plan_out(CLI::App& plan, Options& options);

/// The options of `vow apply`, the plan file included. Those of the policy are in the file.
void add_apply_options(CLI::App& apply, Options& options);

/// The options of `vow keep`, its words included.
void add_keep_options(CLI::App& keep, Options& options);

/// The options of `vow explain`, POLICY and WHAT included.
void add_explain_options(CLI::App& explain, Options& options);

/// -n
void add_dry_run(CLI::App& sub, Options& options);

/// --native, --python: who keeps the resources of a model.
void add_keepers(CLI::App& sub, Options& options);

/// The files that the resources of a model are written to.
void add_policy_files(CLI::App& sub, Options& options);

/// Adds the options for OtterScript plans to `sub`: where their names come from. `settings` must
/// outlive it.
void add_otterscript_sources(CLI::App& sub, otterscript::Settings& settings);
/// The same, and those of a run.
void add_otterscript(CLI::App& sub, otterscript::Settings& settings);

} // namespace vow::agent
