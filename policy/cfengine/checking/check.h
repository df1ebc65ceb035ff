#pragma once

#include "policy/cfengine/checking/check_options.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

#include <span>

namespace vow::cfengine {

/// Checks all files of a policy together: names, types, ranges, numbers of arguments, definitions.
/// Values with references are known only when the policy runs and are not checked. Promise
/// types that are missing are warnings, one for each name.
void check(std::span<const ast::File> files, const CheckOptions& options, Diagnostics& diagnostics);

} // namespace vow::cfengine
