#include "modules/commands/commands_module.h"

#include "modules/commands/command_promise.h"
#include "modules/commands/command_run.h"
#include "modules/commands/commands_type.h"
#include "modules/sdk/cpp/executable.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {

namespace {

/// The executable in the promiser: only double quotes group words here.
std::string executable_of(std::string_view promiser) {
    const bool quoted = promiser.starts_with('"');
    if (quoted) promiser.remove_prefix(1);
    return std::string(promiser.substr(0, promiser.find(quoted ? '"' : ' ')));
}

/// The shell searches for names on its own; an absolute path is checked first.
bool is_to_be_checked(const CommandPromise& command, std::string_view executable) {
    return !command.uses_shell || executable.starts_with('/');
}

/// A program may harm the user whose rights it gets, and that is not us if it is to be another one.
std::optional<std::string> objection_to(const CommandPromise& command, const Log& log) {
    if (command.program.user.value_or(0) != 0) return std::nullopt;
    return log.objection_to(executable_of(command.line));
}

} // namespace

CommandsModule::CommandsModule() : DescribedModule(commands_type()) {}

std::vector<std::string> CommandsModule::further_faults(const Promise& promise) const {
    if (!CommandPromise::from(promise).program.arguments.empty()) return {};
    return {"Promiser must name a command, not '" + promise.promiser + "'"};
}

Outcome CommandsModule::keep(const Promise& promise, Record& record, Log& log) {
    CommandPromise command = CommandPromise::from(promise);
    if (!command.take_accounts(record)) return {};
    const std::string executable = executable_of(promise.promiser);
    if (is_to_be_checked(command, executable) && !may_execute(executable, record)) {
        record.failed(text({"'", promise.promiser, "' promises to be executable but isn't"}));
        return {};
    }
    if (const auto objection = objection_to(command, log)) {
        record.failed(text({"'", promise.promiser, "' is not trusted: ", *objection}));
        return {};
    }
    return CommandRun(command, record, log).run();
}

} // namespace vow::modules
