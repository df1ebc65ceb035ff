#pragma once

#include "policy/otterscript/run/executer.h"

namespace vow::otterscript {

/// `call`: runs a module in a new scope inside the current one.
void run_call(const CallModule& call, Executer& executer, Span at);

} // namespace vow::otterscript
