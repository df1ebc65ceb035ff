#pragma once

#include "agent/module/shell/line_source.h"
#include "protocol/description/description.h"
#include "protocol/harness/request.h"

#include <span>
#include <string>
#include <string_view>

namespace vow::agent {

class Shell;

/// The kind of a command's argument, for completion.
enum class ShellArgument { none, text, type, attribute, given_attribute, log_level, command };

/// A command: "set NAME=VALUE". Everything after the first blank is the argument.
struct ShellCommand {
    std::string_view name;
    std::string_view argument; ///< as shown by help; empty if it takes none
    std::string_view about;
    ShellArgument kind;
    void (Shell::*action)(const std::string& argument);
};

/// A parsed line.
struct ShellLine {
    std::string name;
    std::string argument;
};

/// Drops blanks before the command and between it and its argument, but no others.
ShellLine split_shell_line(const std::string& line);

/// The data that completion draws from. `description` may be null.
struct ShellKnowledge {
    const Description* description;
    const harness::SentPromise& promise;
};

/// Completions for the end of a line: commands, then values of their argument.
Completion completion_of(
    const std::string& line, std::span<const ShellCommand> commands, const ShellKnowledge& known
);

/// True if a line names a secret attribute, so that it must not be stored.
bool names_secret(const std::string& line, const Description* description);

} // namespace vow::agent
