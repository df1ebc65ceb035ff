#pragma once

#include "policy/otterscript/run/executor.h"

namespace vow::otterscript {

/// `call`: runs a module in a new scope inside the current one.
void run_call(const CallModule& call, Executor& executor, Span at);

} // namespace vow::otterscript
