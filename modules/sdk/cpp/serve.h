#pragma once

#include "modules/sdk/cpp/module.h"

#include <iosfwd>

namespace vow::modules {

/// Runs the module protocol for a module, in its JSON variant, until `terminate` or the end of
/// input. Returns the exit status: 0, or 1 if the agent broke the protocol, which is logged as
/// critical.
int serve(Module& module, const Trust& trust, std::istream& requests, std::ostream& replies);

/// The same on the standard streams of this process, which are the protocol's from then on: all
/// other output goes to standard error.
int serve(Module& module, const Trust& trust = Trust::of_process());

} // namespace vow::modules
