#pragma once

#include "policy/inmanta/syntax/tree.h"
#include "policy/run/world.h"
#include "policy/source/diagnostic.h"

namespace vow::inmanta {

/// Reads a model file. Adds warnings to `diagnostics`; throws ModelError at the first error.
/// Cancelled once `stop` has a signal, which each token and statement checks; null: no signal ends
/// it.
File parse_file(const SourceText& source, Diagnostics& diagnostics, const Stop* stop = nullptr);

} // namespace vow::inmanta
