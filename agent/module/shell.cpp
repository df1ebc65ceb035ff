#include "agent/module/shell/shell.h"

#include "agent/module/command.h"

#include <filesystem>

namespace vow::agent {

int open_shell(const ModuleOptions& options) {
    Shell shell(options);
    const auto lines = make_line_source(
        {.prompt = std::filesystem::path(options.module).filename().native() + "> ",
         .complete = [&](const std::string& typed) { return shell.completion(typed); },
         .history = is_interactive() ? history_file() : ""}
    );
    for (auto state = Shell::State::running; state == Shell::State::running;) {
        const auto line = lines->next_line();
        if (!line) break;
        if (shell.is_storable(*line)) lines->keep(*line);
        state = shell.execute(*line);
    }
    shell.end();
    return is_interactive() ? number_of(ModuleStatus::success) : number_of(shell.status());
}

} // namespace vow::agent
