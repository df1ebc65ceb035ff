#pragma once

#include "policy/otterscript/checking/statement_list.h"
#include "policy/source/diagnostic.h"

namespace vow::otterscript {

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

} // namespace vow::otterscript
