#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// An option of a command, or one of its arguments.
struct CommandOption {
    std::vector<std::string> names; ///< "-n", "--dry-run"; of an argument its word: "POLICY"
    std::string value = {};         ///< the placeholder of its value, "FILE"; empty: it takes none
    std::string help = {};
    std::vector<std::string> choices = {}; ///< the words that the value can be; empty: any
};

/// A command of `vow` as its help shows it, for pages and completion that are made from it. `vow`
/// itself is the command that has the others.
struct CommandHelp {
    std::string name; ///< the last word: "test" of `vow module test`
    std::string summary = {};
    std::string footer = {};
    std::vector<CommandOption> arguments = {};
    std::vector<CommandOption> options = {};
    std::vector<CommandHelp> commands = {};
};

/// Read from the parser's own tables. Hidden options are left out.
CommandHelp help_of(const CLI::App& app);

} // namespace vow::agent
