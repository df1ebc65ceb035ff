#pragma once

#include <optional>
#include <string>
#include <string_view>
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

/// The script with which a shell ("bash", "zsh" or "fish") completes commands, options and words
/// of `vow`; nullopt for another shell.
std::optional<std::string> completion_script(std::string_view shell, const CommandHelp& vow);

/// The manual page of `vow` in roff: its commands, files and environment.
std::string manual_page(const CommandHelp& vow);

/// The page of one of its commands, with the commands that this has.
std::string manual_page(const CommandHelp& vow, const CommandHelp& command);

/// Adds the commands `man` and `completion`, which print what the parser `vow` knows: when one of
/// them was given, `page` is its output. Both must outlive the parsing.
void add_pages(CLI::App& vow, std::string& page);

} // namespace vow::agent
