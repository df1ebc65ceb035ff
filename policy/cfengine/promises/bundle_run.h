#pragma once

#include "policy/cfengine/promises/call_arguments.h"
#include "policy/cfengine/run/run_state.h"

#include <cstddef>

namespace vow::cfengine {

/// Runs a bundle that a promise calls: its variables once unless it is in the bundle sequence, then
/// three passes over its promises in normal order (semantics 1.2). Its parameters are defined while
/// it runs (semantics 15.1); its verdicts are left in the frame.
void call_bundle(RunState& run, Frame& frame, ArgumentValues arguments);

/// Runs a bundle of the bundle sequence, or an edit, in the same way, but its parameters stay
/// defined.
void run_listed_bundle(RunState& run, Frame& frame, ArgumentValues arguments);

/// Evaluates, before anything runs, the bundles from the one numbered `first` on: the variables,
/// classes and again the variables of common bundles, then the variables of the others, called or
/// not (semantics 2).
void resolve_bundles(RunState& run, std::size_t first);

/// Evaluates, before anything runs, the variables of all bundles in the order of loading, and what
/// else of their promises has an effect on variables.
void evaluate_variables(RunState& run);

/// `allclassesreport`: writes the global classes at the end of a run, one a line, to
/// STATEDIR/allclasses.txt.
void report_classes(RunState& run);

/// `mountfilesystems`: mounts the file systems of the table of the host that are not mounted, after
/// the storage promises of a bundle in each pass. A dry run mounts nothing.
void mount_listed_file_systems(RunState& run);

} // namespace vow::cfengine
