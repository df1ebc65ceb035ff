#pragma once

#include "policy/cfengine/checking/policy_names.h"

namespace vow::cfengine {

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

} // namespace vow::cfengine
