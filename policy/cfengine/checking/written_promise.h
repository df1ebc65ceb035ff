#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/run/written_promise.h"

namespace vow::cfengine {

/// The promise in the form that all languages share, for the checks they have in common.
/// `type_span` is the definition of its type or, without one, the name of its section.
WrittenPromise
written_promise(const ast::Section& section, const ast::Promise& promise, Span type_span);

} // namespace vow::cfengine
