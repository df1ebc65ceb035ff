#pragma once

#include "policy/otterscript/checking/statement_list.h"
#include "policy/otterscript/syntax/tree.h"
#include "policy/source/diagnostic.h"

#include <set>
#include <string>

namespace vow::otterscript {

inline constexpr DiagnosticKind never_runs{
    "never-runs", "this can never run: {}", Severity::warning};

inline constexpr DiagnosticKind without_effect{"without-effect", "{}", Severity::warning};

// Warnings about scripts that were checked (checker.h). Nothing is warned of that only a run would
// show.

/// Variables that are set and never read, and modules that nothing calls. A script that reads
/// variables by computed names, in templates or in modules of a raft is left alone.
void check_uses(const StatementList& list, Diagnostics& diagnostics);

/// Blocks that never run, since their condition or loop is constant, and statements that change
/// nothing where they are.
void check_courses(const StatementList& list, Diagnostics& diagnostics);

/// Operations of one block that want different values for one object, with nothing between them
/// that could use the first one.
void check_conflicts(const Script& script, Diagnostics& diagnostics);

/// Warns of variables that nothing declares: no statement, parameter, output or loop of the script,
/// nor `given`, the variables that the command line and the inventory set, with their signs and in
/// lower case. A script that calls modules of a raft is left alone, since those can make global
/// variables. Needs a script that was checked (checker.h).
void check_variables(
    const Script& script,
    const std::set<std::string, std::less<>>& given,
    const Names& names,
    Diagnostics& diagnostics
);

} // namespace vow::otterscript
