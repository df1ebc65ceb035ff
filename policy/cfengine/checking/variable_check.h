#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// True if the promise has neither a guard nor a condition.
bool is_always_evaluated(const ast::Promise& promise);

/// Checks the name of a variable, and that it has one type.
void check_variable(const ast::Promise& promise, Diagnostics& diagnostics);
/// Warns of tags that look like "secret": the variable is not one.
void check_tags(const ast::Promise& promise, Diagnostics& diagnostics);
/// Checks the name of a class.
void check_class(const ast::Promise& promise, Diagnostics& diagnostics);
/// Checks that one attribute decides whether a class is set.
void check_conditions(const ast::Promise& promise, Diagnostics& diagnostics);

/// Reports variables that refer to themselves but have no earlier value:
/// `"list" slist => { @(list), "x" }` as the first of its name in the bundle. A promise under a
/// guard or a condition may never be evaluated and is accepted (semantics 6.9).
void check_self_containment(const ast::Bundle& bundle, Diagnostics& diagnostics);

} // namespace vow::cfengine
