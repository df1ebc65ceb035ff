#include "agent/command_line/unknown_word.h"

#include "policy/source/diagnostic.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>

namespace vow::agent {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

/// No command has a character that nearly every path has.
bool is_path(std::string_view word) {
    return word.find_first_of("./") != std::string_view::npos;
}

/// "vow history show".
std::string whole_name(const CLI::App& app) {
    const CLI::App* parent = app.get_parent();
    return parent == nullptr ? "vow" : whole_name(*parent) + " " + app.get_name();
}

Reply reply_to_command(const CLI::App& app, const std::string& word) {
    if (app.get_parent() == nullptr && is_path(word)) {
        return {
            number_of(ExitStatus::usage),
            "vow: '" + word + "' is not a command; to run it as a policy: vow run " + word + "\n"};
    }
    std::vector<std::string> names;
    for (const CLI::App* command : commands_of(app))
        names.push_back(command->get_name());
    return {
        number_of(ExitStatus::usage),
        whole_name(app) + ": no command is called '" + word + "'; " +
            suggestion_for(word, {names.begin(), names.end()}) + "\n"};
}

} // namespace

std::optional<Reply>
reply_to_unknown_command(const CLI::App& vow, const std::vector<std::string>& words) {
    const CLI::App* app = &vow;
    for (const std::string& word : words) {
        const auto commands = commands_of(*app);
        if (word.starts_with('-') || commands.empty()) return std::nullopt;
        const auto found = std::ranges::find(commands, word, &CLI::App::get_name);
        if (found == commands.end()) return reply_to_command(*app, word);
        app = *found;
    }
    if (app->get_require_subcommand_min() == 0) return std::nullopt; // works without one
    return Reply{
        number_of(ExitStatus::usage),
        app->help(app->get_parent() == nullptr ? "" : whole_name(*app->get_parent()))};
}

Reply reply_to_unexpected_word(const CLI::App& vow) {
    const CLI::App* command = &vow;
    while (!command->get_subcommands().empty())
        command = command->get_subcommands().front();
    const std::string word = vow.remaining(true).front();
    const std::string option = word.substr(0, word.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* each : command->get_options()) {
        for (const std::string& name : each->get_lnames())
            known.push_back("--" + name);
    }
    const std::string hint = did_you_mean(option, {known.begin(), known.end()});
    return {
        number_of(ExitStatus::usage),
        whole_name(*command) + ": '" + word + "' is not expected" +
            (hint.empty() ? "" : "; " + hint) + "\nRun with --help for more information.\n"};
}

} // namespace vow::agent
