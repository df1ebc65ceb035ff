#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// The end of a tool that was run for a promise, and its output.
struct ToolRun {
    bool succeeded = false;
    std::string output = {};  ///< stdout and stderr as they came, without white space at the end
    std::string problem = {}; ///< one line: what it printed last, or how it ended; empty on success
};

/// The path of a program: `name` itself if it contains a slash, otherwise searched in PATH, then in
/// the system's folders. nullopt if it is not found.
std::optional<std::string> find_program(const std::string& name);

/// Runs a tool with a list of arguments, without a shell, until it exits, the promise's time limit
/// is reached (default: half an hour) or the run is stopped. Logs the command at verbose. Does not
/// run a program that the log objects to. `variables` change its environment (environment_with).
ToolRun run_tool(
    const std::string& name,
    const std::vector<std::string>& arguments,
    const Promise& promise,
    Log& log,
    const std::string& directory = {},
    const std::vector<std::string>& variables = {}
);

} // namespace vow::modules
