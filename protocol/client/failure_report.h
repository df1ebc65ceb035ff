#pragma once

#include "protocol/client/module_error.h"
#include "protocol/client/module_process.h"
#include "protocol/promise/promise.h"

#include <string>
#include <vector>

/// The messages about modules that failed.
namespace vow::client {

/// Logs why a process failed with its promise, how it ended, and its last lines of standard error;
/// not once more those that its module's last failure has shown. Returns the lines.
std::vector<std::string> log_failure(
    const ModuleProcess& ended, const ModuleError& error, const std::vector<std::string>& shown
);

/// The error with the process's end and its last line of standard error, for a process without a
/// promise.
ModuleError with_end(const ModuleError& error, const ModuleProcess& ended);

/// The message about two promise types that run one module with different interpreters.
std::string interpreter_conflict(const PromiseType& running, const PromiseType& type);

} // namespace vow::client
