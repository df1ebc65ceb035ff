#include "agent/command_line/command_help.h"

#include <CLI/CLI.hpp>

namespace vow::agent {
namespace {

/// The placeholder without what the parser adds to it: "SIZE" of "SIZE:POSITIVE".
std::string placeholder_of(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) return {};
    const std::string name = option.get_type_name();
    return name.empty() ? "[WORD]" : name.substr(0, name.find(':'));
}

/// The words that add_choice() lists at the end of the help.
std::vector<std::string> choices_of(const CLI::Option& option) {
    if (option.get_type_name() != "WORD") return {};
    const std::string help = option.get_description();
    const std::size_t colon = help.rfind(": ");
    if (colon == std::string::npos) return {};
    std::vector<std::string> words;
    std::size_t begin = colon + 2;
    while (begin < help.size()) {
        const std::size_t end = std::min(help.find(", ", begin), help.size());
        words.push_back(help.substr(begin, end - begin));
        begin = end + 2;
    }
    return words;
}

CommandOption row_of(const CLI::Option& option) {
    if (option.get_positional())
        return {.names = {option.get_name(true)}, .help = option.get_description()};
    CommandOption row{
        .names = {},
        .value = placeholder_of(option),
        .help = option.get_description(),
        .choices = choices_of(option)};
    for (const std::string& name : option.get_snames())
        row.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        row.names.push_back("--" + name);
    return row;
}

} // namespace

CommandHelp help_of(const CLI::App& app) {
    CommandHelp help{
        .name = app.get_name(), .summary = app.get_description(), .footer = app.get_footer()};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;
        auto& rows = option->get_positional() ? help.arguments : help.options;
        rows.push_back(row_of(*option));
    }
    for (const CLI::App* part : app.get_subcommands([](const CLI::App*) { return true; }))
        help.commands.push_back(help_of(*part));
    return help;
}

} // namespace vow::agent
