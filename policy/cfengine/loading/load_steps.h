#pragma once

#include "policy/cfengine/checking/check_options.h"
#include "policy/cfengine/checking/lint_facts.h"
#include "policy/cfengine/language.h"
#include "policy/cfengine/loading/control_reader.h"
#include "policy/cfengine/loading/loaded_policy.h"
#include "policy/cfengine/program/program.h"
#include "policy/cfengine/run/variables.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/run/trusted_reader.h"
#include "policy/source/diagnostic.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vow::cfengine {

/// Reads the policy at `path` with its augments and inputs, checks it, evaluates everything that
/// must be known before it runs, and finds its bundle sequence. Null if there are errors, which are
/// in `diagnostics`.
std::unique_ptr<LoadedPolicy> load_policy(
    const std::string& path,
    const Dialect& dialect,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
);

/// `agentaccess` of body agent control: the users who may run the policy. Others may run it only if
/// all of its files belong to these users; each other file is an error.
void check_access(
    ControlReader& control, Host& host, std::span<const ast::File> files, Diagnostics& diagnostics
);

/// Reads the augments file next to a policy (def_preferred.json or def.json), if any: variables,
/// classes, further augments. Returns the inputs that they name. `sources` receives the files, for
/// the diagnostics that point into them.
std::vector<std::string> read_augments(
    const std::string& folder,
    LoadedPolicy& policy,
    const Manner& manner,
    Sources& sources,
    Diagnostics& diagnostics
);

/// Gives promises without an attribute its default body: one of the namespace `bodydefault` that is
/// named after the promise type and the attribute (`files_action`).
void add_default_bodies(Program& program);

/// Adds the definitions of the built-in library that the program uses and does not have, and those
/// that they use. Returns their syntax trees, one file each; `sources` receives the texts.
std::vector<ast::File>
add_built_in_definitions(Program& program, Sources& sources, Diagnostics& diagnostics);

/// Reads the host-specific data (`data/host_specific.json` in the work folder), if there is any:
/// variables and unconditional classes, which augments do not override. They belong to the
/// namespace `data` unless their names have another. Mistakes are errors of the policy; the
/// reference only logs them. `sources` receives the file, for the diagnostics that point into it.
void read_host_data(
    LoadedPolicy& policy, const Manner& manner, Sources& sources, Diagnostics& diagnostics
);

/// Warns about variables, lists and handles that promises refer to and nothing defines, with the
/// nearest name. `variables` are those that are known before the policy runs.
///
/// Names that are built from other variables, that a module or a function may define, or whose
/// definition the policy tests with isvariable() are accepted.
void warn_of_undefined_names(
    const Program& program, Variables& variables, Diagnostics& diagnostics
);

/// Whether a policy may define none of the bundles in its sequence, since it is a part of a policy
/// whose other parts define them.
enum class Parts { allowed, refused };

/// The bundles to run, in order: those chosen on the command line, else those of `body common
/// control`, else `main`. An undefined bundle is an error; in a part of a policy, a warning.
std::vector<SequenceStep> bundle_sequence(
    ControlReader& control,
    const std::vector<std::string>& chosen,
    Parts parts,
    Diagnostics& diagnostics
);

// Evaluates the variables and classes that must be known before a policy runs.

/// A FatalError while loading: for vow, and as the reference words it.
inline constexpr DiagnosticKind cannot_evaluate{
    "cannot-evaluate", "cannot evaluate this policy: {}"};
inline constexpr DiagnosticKind fatal_error{"fatal-error", "Fatal CFEngine error: {}"};

/// Defines the persistent classes and those of the command line.
void define_classes(const Dialect& dialect, LoadedPolicy& policy);

/// Evaluates a file that was loaded: its bundles, from the one numbered `first` on, and the control
/// bodies. Its inputs may depend on them.
void resolve_part(LoadedPolicy& policy, std::size_t first);

/// Evaluates the whole policy when all files are loaded. Errors that vow reports before the run,
/// and the reference in it, are added to `diagnostics` or logged.
void pre_evaluate(const Manner& manner, LoadedPolicy& policy, Diagnostics& diagnostics);

Strictness strictness_of(const Dialect& dialect);

/// How a loaded policy is checked, with the types and descriptions of its modules. `policy` must
/// outlive the result.
CheckOptions
check_options(const std::vector<ast::File>& files, const Dialect& dialect, LoadedPolicy& policy);

/// The facts that the warnings about names depend on, besides the trees. `read` is the number of
/// files that were read; `policy` must outlive the result.
LintFacts lint_facts(const CheckOptions& options, std::size_t read, LoadedPolicy& policy);

} // namespace vow::cfengine
