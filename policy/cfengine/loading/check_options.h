#pragma once

#include "policy/cfengine/checking/check_options.h"
#include "policy/cfengine/checking/lint_facts.h"
#include "policy/cfengine/language.h"
#include "policy/cfengine/loading/loaded_policy.h"

#include <vector>

namespace vow::cfengine {

Strictness strictness_of(const Dialect& dialect);

/// How a loaded policy is checked, with the types and descriptions of its modules. `policy` must
/// outlive the result.
CheckOptions
check_options(const std::vector<ast::File>& files, const Dialect& dialect, LoadedPolicy& policy);

/// The facts that the warnings about names depend on, besides the trees. `read` is the number of
/// files that were read; `policy` must outlive the result.
LintFacts lint_facts(const CheckOptions& options, std::size_t read, LoadedPolicy& policy);

} // namespace vow::cfengine
