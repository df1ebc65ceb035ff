#pragma once

#include "policy/cfengine/loading/loader.h"

namespace vow::cfengine {

/// The bundles to run, in order: those of the command line, else of `body common control`, else
/// `main`. A bundle that is not defined is a diagnostic.
std::vector<SequenceStep>
bundle_sequence(ControlReader& control, const RunOptions& options, Diagnostics& diagnostics);

} // namespace vow::cfengine
