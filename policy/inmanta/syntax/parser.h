#pragma once

#include "policy/inmanta/syntax/tree.h"
#include "policy/source/diagnostic.h"

namespace vow::inmanta {

/// Reads a model file. Adds warnings to `diagnostics`; throws ModelError at the first error.
File parse_file(const SourceText& source, Diagnostics& diagnostics);

} // namespace vow::inmanta
