#pragma once

#include "policy/cfengine/program/program.h"

#include <vector>

namespace vow::cfengine {

/// The references of a promise that may make it iterate, each once, in the order of the loops they
/// make: guard, promiser, then the attributes as written, inner references before those that hold
/// them (semantics 4.1). They belong to the promise's texts.
std::vector<const Reference*> loop_references(const PromiseStatement& promise, const Names& names);

} // namespace vow::cfengine
