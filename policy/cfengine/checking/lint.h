#pragma once

#include "policy/cfengine/checking/lint_facts.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

#include <span>

namespace vow::cfengine {

/// Warns of names that nothing defines or uses, of promises that cannot run, wait for each other or
/// contradict each other, and of attributes without effect; the kinds are those of warning_kinds().
/// Names that may come up when the policy runs, of modules or from other variables, are accepted.
/// A part of a policy is not checked for names that its other parts may define or use.
void lint(std::span<const ast::File> files, const LintFacts& facts, Diagnostics& diagnostics);

} // namespace vow::cfengine
