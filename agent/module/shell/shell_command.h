#pragma once

#include "agent/module/shell/line_source.h"
#include "protocol/description/description.h"
#include "protocol/harness/request.h"

#include <span>
#include <string>
#include <string_view>

namespace vow::agent {

class Shell;

/// What may stand behind a command, for completion.
enum class ShellArgument { none, text, type, attribute, given_attribute, log_level, command };

/// One thing that can be typed: "set NAME=VALUE". All that follows the first blank is the argument.
struct ShellCommand {
    std::string_view name;
    std::string_view argument; ///< as help shows it; empty: it takes none
    std::string_view about;
    ShellArgument kind;
    void (Shell::*obey)(const std::string& argument);
};

/// A line that was typed.
struct ShellLine {
    std::string name;
    std::string argument;
};

/// Blanks before the command and between it and its argument are left out, others are not.
ShellLine split_shell_line(const std::string& line);

/// What is known of the promise that is being put together. `description` may be null.
struct ShellKnowledge {
    const Description* description;
    const harness::SentPromise& promise;
};

/// What the end of a line may become: commands, then what its argument may be.
Completion completion_of(
    const std::string& line, std::span<const ShellCommand> commands, const ShellKnowledge& known
);

/// Whether a line names an attribute that is secret, so that it must not be kept.
bool names_secret(const std::string& line, const Description* description);

} // namespace vow::agent
