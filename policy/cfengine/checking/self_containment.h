#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// Reports variables that are made of themselves but have no earlier value:
/// `"list" slist => { @(list), "x" }` as the first of its name in the bundle. A promise under a
/// guard or a condition may never be evaluated and is accepted (semantics 6.9).
void check_self_containment(const ast::Bundle& bundle, Diagnostics& diagnostics);

} // namespace vow::cfengine
