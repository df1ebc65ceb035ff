#pragma once

#include "protocol/client/host_settings.h"
#include "protocol/client/subprocess.h"
#include "protocol/promise/promise.h"

#include <string>
#include <vector>

namespace vow::client {

/// Starts the module that serves a promise type: `INTERPRETER PATH` or `PATH`, never through a
/// shell. Throws ModuleError, with advice, if it cannot be started.
Subprocess start_module(const PromiseType& type, const HostSettings& settings);

/// The words of the command, and its process. `name` is for messages.
std::vector<std::string> command_of(const PromiseType& type);
Subprocess start_command(Command command, const std::string& name, const Trust& trust);

/// The environment of a module.
std::vector<std::string> module_environment(Progress progress);

} // namespace vow::client
