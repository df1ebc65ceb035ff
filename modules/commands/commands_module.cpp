#include "modules/commands/commands_module.h"

#include "modules/commands/command_promise.h"
#include "modules/commands/command_run.h"
#include "modules/commands/commands_type.h"
#include "modules/sdk/cpp/executable.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {

namespace {

/// The shell searches for names on its own; an absolute path is checked first.
bool is_to_be_checked(const CommandPromise& command, std::string_view executable) {
    return !command.uses_shell || executable.starts_with('/');
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
    command.program.lock_descriptor = log.lock_descriptor();
    const auto checked = log.trust().checked(command.program);
    if (const auto* objection = std::get_if<Objection>(&checked)) {
        record.failed(text({"'", executable, "' is not trusted: ", objection->reason}));
        return {};
    }
    return CommandRun(command, record, log).run(std::get<TrustedCommand>(checked));
}

} // namespace vow::modules
