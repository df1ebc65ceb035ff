#include "modules/packages/package_commands.h"

#include "modules/sdk/cpp/executable.h"
#include "protocol/text/text.h"

namespace vow::modules {

bool PackageCommands::can_run(const std::string& line) const {
    if (uses_shell_) return true;
    const auto words = words_of(line);
    const auto program = words.empty() ? std::nullopt : find_program(words.front());
    return program && program_error(*program, ProgramUse::execute) == 0;
}

ToolRun PackageCommands::run(const std::string& line) {
    if (uses_shell_)
        return run_tool({.name = "/bin/sh", .arguments = {"-c", line}}, promise_, log_);
    auto words = words_of(line);
    if (words.empty()) return {.problem = "it is empty"};
    const std::string program = words.front();
    words.erase(words.begin());
    return run_tool({.name = program, .arguments = words}, promise_, log_);
}

std::string PackageCommands::argument(const std::string& text) const {
    if (!uses_shell_) return text;
    std::string quoted = "'";
    for (const char letter : text) {
        if (letter == '\'')
            quoted += "'\\''";
        else
            quoted += letter;
    }
    return quoted + "'";
}

} // namespace vow::modules
