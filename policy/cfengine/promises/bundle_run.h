#pragma once

#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/run/run_state.h"

#include <deque>
#include <optional>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// The values of a bundle's parameters in a call: texts, and the lists and containers that
/// `@(name)` or a function gave. A call that failed is evaluated again in the called bundle.
using ArgumentValues = std::vector<std::variant<Value, const Expression*>>;

/// The arguments of a call, and what is not known of them.
struct CallArguments {
    ArgumentValues values = {};
    /// Calls of a promise are the same if these texts are: the names of lists, of functions that
    /// are called, and the other arguments themselves.
    std::vector<std::string> identities = {};
    bool resolved = true; ///< false if one still holds a reference
    /// The names in each `@(name)` that names nothing: the value is then the text as it is written
    /// (semantics 10.3).
    std::vector<std::string> missing_lists = {};
};

/// Whether a bundle can be called with this many arguments; if not, logs the error.
bool takes_arguments(RunState& run, const Bundle& bundle, std::size_t count);

/// nullopt, with the error logged, when their number is wrong.
std::optional<CallArguments>
arguments_of(Expander& expander, const Bundle& bundle, const std::vector<Expression>& arguments);

void log_missing_lists(RunState& run, const Bundle& bundle, const CallArguments& arguments);

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
