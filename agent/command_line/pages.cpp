#include "agent/command_line/command_help.h"
#include "policy/source/diagnostic.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace vow::agent {
namespace {

std::string page_about(const std::string& name, const CommandHelp& vow) {
    if (name.empty()) return manual_page(vow);
    const auto found = std::ranges::find(vow.commands, name, &CommandHelp::name);
    if (found != vow.commands.end()) return manual_page(vow, *found);
    std::vector<std::string_view> names;
    names.reserve(vow.commands.size());
    for (const CommandHelp& command : vow.commands)
        names.push_back(command.name);
    throw CLI::ValidationError(
        "vow man", "no command is called '" + name + "'; " + suggestion_for(name, names)
    );
}

std::string script_for(const std::string& shell, const CommandHelp& vow) {
    if (auto script = completion_script(shell, vow)) return *std::move(script);
    throw CLI::ValidationError("vow completion", "'" + shell + "' is not one of: bash, zsh, fish");
}

} // namespace

void add_pages(CLI::App& vow, std::string& page) {
    CLI::App* man = vow.add_subcommand("man", "Print a page of the manual, in roff");
    CLI::Option* command =
        man->add_option("COMMAND", "The command; without it, the page of vow itself");
    man->callback([&vow, &page, command] {
        const std::string name = command->count() > 0 ? command->as<std::string>() : "";
        page = page_about(name, help_of(vow));
    });
    CLI::App* completion = vow.add_subcommand(
        "completion", "Print the script with which a shell completes the words of vow"
    );
    CLI::Option* shell = completion->add_option("SHELL", "The shell: bash, zsh, fish")->required();
    completion->callback([&vow, &page, shell] {
        page = script_for(shell->as<std::string>(), help_of(vow));
    });
}

} // namespace vow::agent
