#pragma once

#include "policy/cfengine/checking/policy_names.h"

namespace vow::cfengine {

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
