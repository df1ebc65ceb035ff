#include "policy/cfengine/functions/text/command_line.h"

#include "protocol/text/text.h"

namespace vow::cfengine {

Command command_from(std::string_view line, Shell shell, std::string input) {
    constexpr std::chrono::seconds output_hold{10};
    Command command;
    if (shell == Shell::used)
        command = shell_command(std::string(line));
    else
        command.arguments = words_of(line);
    command.input = std::move(input);
    command.output_hold = output_hold;
    return command;
}

} // namespace vow::cfengine
