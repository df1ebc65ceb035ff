#pragma once

#include "policy/cfengine/checking/check_context.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/run/written_promise.h"
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
/// guard or a condition may never be evaluated and is accepted (semantics 6.9). A number stays
/// undefined, as with the reference, which is a warning.
void check_self_containment(const ast::Bundle& bundle, CheckContext& checking);

/// Warns of a `services` promise that no bundle keeps (semantics of services: the bundle of its
/// `service_method`, the one named after it, or `standard_services`) and that the module of the
/// type cannot keep either.
void check_service(const ast::Bundle& bundle, const ast::Promise& promise, CheckContext& checking);

/// The promise in the form that all languages share, for the checks they have in common.
/// `type_span` is the definition of its type or, without one, the name of its section.
WrittenPromise
written_promise(const ast::Section& section, const ast::Promise& promise, Span type_span);

} // namespace vow::cfengine
