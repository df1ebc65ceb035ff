#pragma once

#include "agent/command_line/options.h"
#include "policy/run/world.h"
#include "protocol/system/trust.h"

#include <string>
#include <vector>

namespace vow::agent {

/// The promise types that policies can use without defining them.
struct KnownTypes {
    Catalogue catalogue = {};
    std::vector<std::string> warnings = {}; ///< the programs that are left out, with the reasons
};

/// The bundled modules, then the programs in the folders of modules, each named by its file's
/// name up to the first dot. Those of them that are programs trust as `trust` does. The reference
/// has none. Throws UsageError when a folder cannot be read.
KnownTypes known_types(const Options& options, const Trust& trust);

} // namespace vow::agent
