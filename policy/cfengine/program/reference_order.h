#pragma once

#include "policy/cfengine/program/program.h"

#include <vector>

namespace vow::cfengine {

/// All references of a promise: guard, promiser, then the attributes as written; inner references
/// before outer ones. They point into the promise's texts.
std::vector<const Reference*> references_of(const PromiseStatement& promise);

/// All references in a value.
std::vector<const Reference*> references_of(const Expression& value);

/// The references of a promise that can make it iterate, each once, in the order of its loops:
/// guard, promiser, then the attributes as written; inner references before outer ones
/// (semantics 4.1). They point into the promise's texts.
std::vector<const Reference*> loop_references(const PromiseStatement& promise, const Names& names);

} // namespace vow::cfengine
