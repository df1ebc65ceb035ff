#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// Checks what is particular to `vars` and `classes` promises: their names, that a variable has one
/// type, and that one attribute decides about a class.
void check_variable(const ast::Promise& promise, Diagnostics& diagnostics);
/// Whether nothing, no guard and no condition, keeps the promise from being evaluated.
bool is_always_evaluated(const ast::Promise& promise);

void check_class(const ast::Promise& promise, Diagnostics& diagnostics);
void check_conditions(const ast::Promise& promise, Diagnostics& diagnostics);

} // namespace vow::cfengine
