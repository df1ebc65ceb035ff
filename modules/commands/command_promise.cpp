#include "modules/commands/command_promise.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"
#include "protocol/system/accounts.h"
#include "protocol/system/own_process.h"
#include "protocol/text/text.h"

#include <chrono>

namespace vow::modules {

namespace {

std::optional<std::uint32_t> umask_from(const std::string& word) {
    if (word == "inherited") return std::nullopt;
    return static_cast<std::uint32_t>(std::stoul(word, nullptr, 8));
}

/// Applies the `contain` body.
void contain(CommandPromise& command, const Settings& body) {
    Command& program = command.program;
    const std::string shell = body.text_or("useshell", "");
    command.uses_shell = shell == "useshell" || is_true(shell);
    program.folder = body.text_or("chdir", "");
    program.root = body.text_or("chroot", "");
    program.umask = umask_from(body.text_or("umask", ""));
    if (const auto seconds = body.number("exec_timeout"))
        program.limit = std::chrono::seconds(*seconds);
    command.owner = body.text_or("exec_owner", "");
    command.group = body.text_or("exec_group", "");
    command.preview = body.holds("preview");
    if (body.has("no_output")) {
        command.output = body.holds("no_output") ? CommandPromise::Output::silent
                                                 : CommandPromise::Output::quoted;
    }
}

Command::Capture capture_from(const std::string& word) {
    if (word == "stdout") return Command::Capture::standard_output;
    if (word == "stderr") return Command::Capture::standard_error;
    if (word == "apart") return Command::Capture::apart;
    return Command::Capture::both;
}

/// Ours, with the variables of the user and the promised changes, which come last.
std::optional<std::vector<std::string>>
environment_for(std::optional<std::uint32_t> uid, const std::vector<std::string>& promised) {
    if (!uid && promised.empty()) return std::nullopt;
    std::vector<std::string> changes;
    if (uid) changes = account_variables(*uid);
    changes.insert(changes.end(), promised.begin(), promised.end());
    return environment_with(changes);
}

} // namespace

std::string executable_of(std::string_view promiser) {
    const bool quoted = promiser.starts_with('"');
    if (quoted) promiser.remove_prefix(1);
    return std::string(promiser.substr(0, promiser.find(quoted ? '"' : ' ')));
}

CommandPromise CommandPromise::from(const Promise& promise) {
    const Settings settings(promise.attributes);
    CommandPromise command;
    command.line = promise.promiser;
    if (const auto args = settings.text("args")) command.line += " " + *args;
    command.program.arguments = words_of(command.line);
    for (const std::string& argument : settings.list("arglist")) {
        command.program.arguments.push_back(argument);
        command.line += " " + argument;
    }
    command.program.input = settings.text_or("stdin", "");
    command.program.capture = capture_from(settings.text_or("capture", ""));
    command.environment = settings.list("unset");
    for (const std::string& variable : settings.list("environment"))
        command.environment.push_back(variable);
    command.module = settings.holds("module");
    if (command.program.capture == Command::Capture::apart) {
        command.output = Output::plain;
        command.is_quiet = true;
    }
    if (command.module) command.output = Output::silent;
    command.inform = settings.holds("inform");
    command.codes = ReturnCodes::from(settings);
    if (const auto body = settings.body("contain")) contain(command, *body);
    if (const auto level = settings.text("output_level")) {
        command.output = Output::levels;
        command.program.capture = Command::Capture::apart;
        command.output_level = *log_level_from(*level);
        command.error_level = *log_level_from(settings.text_or("error_level", "error"));
    }
    if (command.uses_shell)
        command.program = shell_command(command.line, std::move(command.program));
    return command;
}

bool CommandPromise::take_accounts(Record& record) {
    if (!owner.empty()) program.user = user_id(owner);
    program.environment = environment_for(program.user, environment);
    if (!group.empty()) program.group = group_id(group);
    const bool has_owner = owner.empty() || program.user;
    const bool has_group = group.empty() || program.group;
    if (!has_owner) record.failed(text({"Unknown user '", owner, "' in exec_owner"}));
    if (!has_group) record.failed(text({"Unknown group '", group, "' in exec_group"}));
    return has_owner && has_group;
}

} // namespace vow::modules
