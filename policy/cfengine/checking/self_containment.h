#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// Complains of variables that are made of themselves where there is no value yet that they could
/// be made of: `"list" slist => { @(list), "x" }` as the first of its name in the bundle. What
/// stands under a guard or a condition may never be evaluated, and is let pass (semantics 6.9).
void check_self_containment(const ast::Bundle& bundle, Diagnostics& diagnostics);

} // namespace vow::cfengine
