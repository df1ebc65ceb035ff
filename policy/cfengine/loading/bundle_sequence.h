#pragma once

#include "policy/cfengine/loading/loader.h"

namespace vow::cfengine {

/// Whether a policy that defines none of the bundles it names may be a part of one, which others
/// define.
enum class Parts { allowed, refused };

/// The bundles to run, in order: those of the command line, else of `body common control`, else
/// `main`. A bundle that is not defined is an error, in a part of a policy a warning.
std::vector<SequenceStep> bundle_sequence(
    ControlReader& control, const RunOptions& options, Parts parts, Diagnostics& diagnostics
);

} // namespace vow::cfengine
