#pragma once

#include "policy/cfengine/checking/policy_names.h"

namespace vow::cfengine {

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

} // namespace vow::cfengine
