#pragma once

#include "protocol/client/module_error.h"
#include "protocol/client/module_process.h"
#include "protocol/promise/promise_type.h"

#include <string>

/// The messages about modules that failed.
namespace vow::client {

/// Logs why a process failed with its promise, how it ended, and its last lines of standard error.
void log_failure(const ModuleProcess& ended, const ModuleError& error);

/// The error with the process's end and its last line of standard error, for a process without a
/// promise.
ModuleError with_end(const ModuleError& error, const ModuleProcess& ended);

/// The message about two promise types that run one module with different interpreters.
std::string interpreter_conflict(const PromiseType& running, const PromiseType& type);

} // namespace vow::client
