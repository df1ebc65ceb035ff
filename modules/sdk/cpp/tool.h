#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"
#include "protocol/system/command.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// The end of a tool that was run for a promise, and its output.
struct ToolRun {
    bool succeeded = false;
    std::string output = {};  ///< the captured output, without white space at the end
    std::string problem = {}; ///< one line: what it printed last, or how it ended; empty on success
    std::optional<int> status = {}; ///< with which it exited; nullopt if it ended otherwise
    bool is_whole = true;           ///< false if there was more output than 16 MiB, which are kept
};

/// The path of a program: `name` itself if it contains a slash, otherwise searched in PATH, then in
/// the system's folders. nullopt if it is not found.
std::optional<std::string> find_program(const std::string& name);

/// A tool with its arguments, which no shell reads.
struct ToolCall {
    std::string name; ///< see find_program
    std::vector<std::string> arguments = {};
    std::string directory = {};              ///< to run in; empty: ours
    std::vector<std::string> variables = {}; ///< change its environment (isolated_environment)
    std::string input = {};                  ///< for its stdin: the place for secrets
    Command::Capture capture = Command::Capture::both;
    std::chrono::minutes usual_limit{30}; ///< unless the promise has a time limit
};

/// Runs a tool until it exits, its time limit is reached or the run is stopped. Logs the command,
/// but not its input, at verbose. Does not run a program that the log objects to.
ToolRun run_tool(const ToolCall& call, const Promise& promise, Log& log);

} // namespace vow::modules
