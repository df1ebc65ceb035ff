#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// How a tool ended that was run for a promise.
struct ToolRun {
    bool succeeded = false;
    std::string output = {};  ///< stdout and stderr as they came, without white space at the end
    std::string problem = {}; ///< one line: what it printed last, or how it ended; empty on success
};

/// Where a program is: `name` itself if it holds a slash, else on PATH, else among the system's
/// own. None: nowhere.
std::optional<std::string> find_program(const std::string& name);

/// Runs a tool with a list of arguments, without a shell, until it ends, the promise's limit is
/// over (half an hour if it says none) or the run is stopped. What is run is said at verbose.
ToolRun run_tool(
    const std::string& name,
    const std::vector<std::string>& arguments,
    const Promise& promise,
    Log& log,
    const std::string& directory = {}
);

} // namespace vow::modules
