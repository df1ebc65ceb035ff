#pragma once

#include "modules/sdk/cpp/module.h"

#include <iosfwd>

namespace vow::modules {

/// Speaks the module protocol for a module, in its JSON variant, until it is told to terminate or
/// nobody asks any more. The number is the exit status: 0, or 1 when the other side broke the
/// protocol, which is said as a critical log line.
int serve(Module& module, std::istream& requests, std::ostream& replies);

/// The same on the standard streams of this process, which are the protocol's from then on: what is
/// printed goes to standard error.
int serve(Module& module);

} // namespace vow::modules
