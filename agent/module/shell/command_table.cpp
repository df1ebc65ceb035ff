#include "agent/module/shell/shell.h"

#include <array>

namespace vow::agent {

std::span<const ShellCommand> Shell::commands() {
    using enum ShellArgument;
    using Self = Shell;
    static constexpr auto table = std::to_array<ShellCommand>({
        {"type", "NAME", "The promise type", type, &Self::set_type},
        {"promiser", "TEXT", "The promiser", text, &Self::set_promiser},
        {"set",
         "NAME=VALUE",
         "Set an attribute: a text, or NAME:=JSON",
         attribute,
         &Self::set_attribute},
        {"unset",
         "NAME",
         "Remove an attribute; all, without a name",
         given_attribute,
         &Self::unset_attribute},
        {"show", "", "Show the promise as it is now", none, &Self::show_promise},
        {"warn", "", "From now on only warn of changes", none, &Self::warn},
        {"fix", "", "From now on make changes", none, &Self::fix},
        {"level", "WORD", "Set the log level: error ... debug", log_level, &Self::set_level},
        {"validate", "", "Request validation of the promise", none, &Self::validate},
        {"evaluate",
         "",
         "Validate the promise and, if it is valid, have it kept",
         none,
         &Self::evaluate},
        {"raw",
         "BYTES",
         "Send bytes, with \\n, \\t, \\xHH; after an empty line (\\n\\n) wait for an answer",
         text,
         &Self::send_raw},
        {"eof", "", "Close the module's input, and show how it exits", none, &Self::close_input},
        {"describe", "", "Show the module's description", none, &Self::describe},
        {"restart", "", "End the module and start it again", none, &Self::restart},
        {"record",
         "FILE",
         "Record the conversation with this process, from its start, in FILE",
         text,
         &Self::record},
        {"help", "", "Show this", command, &Self::help},
        {"quit",
         "",
         "End the module and the shell; the end of input does the same",
         none,
         &Self::quit},
    });
    return table;
}

} // namespace vow::agent
