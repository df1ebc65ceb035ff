#pragma once

#include "protocol/client/subprocess.h"
#include "protocol/promise/promise_type.h"

namespace vow::client {

/// Starts the module behind a promise type: `INTERPRETER PATH` or `PATH`, never through a shell.
/// Throws ModuleError, with what can be done about it, when there is nothing that can be started.
Subprocess start_module(const PromiseType& type);

} // namespace vow::client
