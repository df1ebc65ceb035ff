#pragma once

#include "policy/cfengine/loading/loaded_policy.h"
#include "policy/source/diagnostic.h"

namespace vow::cfengine {

/// Whether a policy may define none of the bundles in its sequence, since it is a part of a policy
/// whose other parts define them.
enum class Parts { allowed, refused };

/// The bundles to run, in order: those chosen on the command line, else those of `body common
/// control`, else `main`. An undefined bundle is an error; in a part of a policy, a warning.
std::vector<SequenceStep> bundle_sequence(
    ControlReader& control,
    const std::vector<std::string>& chosen,
    Parts parts,
    Diagnostics& diagnostics
);

} // namespace vow::cfengine
