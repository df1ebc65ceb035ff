#pragma once

#include "policy/cfengine/checking/lint_facts.h"
#include "policy/cfengine/checking/policy_names.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

#include <span>

namespace vow::cfengine {

/// Warns of names that nothing defines or uses, of promises that cannot run, wait for each other or
/// contradict each other, and of attributes without effect; the kinds are those of warning_kinds().
/// Names that may come up when the policy runs, of modules or from other variables, are accepted.
/// A part of a policy is not checked for names that its other parts may define or use.
void lint(std::span<const ast::File> files, const LintFacts& facts, Diagnostics& diagnostics);

/// Warns of classes that nothing defines, each once in a file, and of promises whose guard and
/// conditions contradict each other. `!any`, `none` and `false` alone switch a promise off on
/// purpose. `sites` and `files` are those that were read, without the library.
void check_classes(
    const std::vector<PromiseSite>& sites,
    std::span<const ast::File> files,
    const PolicyNames& names,
    const LintFacts& facts,
    Diagnostics& diagnostics
);

/// Warns of variables, bundles and bodies that nothing in a whole policy uses. Accepted are all
/// names that a text of the policy has as a word, variables of common bundles, with tags or of
/// functions that do more than return a value, bodies of inputs, and bundles of inputs of which at
/// most half is used, which are libraries.
void check_uses(
    const std::vector<PromiseSite>& sites,
    std::span<const ast::File> files,
    const PolicyNames& names,
    const LintFacts& facts,
    Diagnostics& diagnostics
);

/// Warns of promises that wait for each other by `depends_on`, so that none of them is ever kept.
/// Handles that are put together, or that several promises have, are accepted.
void check_dependencies(const std::vector<PromiseSite>& sites, Diagnostics& diagnostics);

/// Warns of attributes that have an effect only beside others, which are absent.
void check_effects(
    const std::vector<PromiseSite>& sites,
    std::span<const ast::File> files,
    Diagnostics& diagnostics
);

/// Warns of two promises of the same type and object, under the same guard, that want different
/// values. Only promises of one bundle, or of bundles that always run, are compared, and only what
/// is written without references.
void check_conflicts(
    const std::vector<PromiseSite>& sites, const LintFacts& facts, Diagnostics& diagnostics
);

} // namespace vow::cfengine
