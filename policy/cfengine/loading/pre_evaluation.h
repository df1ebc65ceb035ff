#pragma once

#include "policy/cfengine/language.h"
#include "policy/cfengine/loading/loaded_policy.h"
#include "policy/source/diagnostic.h"

/// Evaluates the variables and classes that must be known before a policy runs.
namespace vow::cfengine {

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

} // namespace vow::cfengine
