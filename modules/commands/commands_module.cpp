#include "modules/commands/commands_module.h"

#include "modules/commands/command_promise.h"
#include "modules/commands/command_run.h"
#include "modules/sdk/cpp/executable.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/record.h"

namespace vow::modules {

namespace {

/// The executable as the promiser names it: only double quotes group here.
std::string executable_of(std::string_view promiser) {
    const bool quoted = promiser.starts_with('"');
    if (quoted) promiser.remove_prefix(1);
    return std::string(promiser.substr(0, promiser.find(quoted ? '"' : ' ')));
}

/// The shell looks a name up by itself; an absolute path is looked at first.
bool is_to_be_checked(const CommandPromise& command, std::string_view executable) {
    return !command.uses_shell || executable.starts_with('/');
}

} // namespace

std::span<const std::string_view> CommandsModule::promise_types() const {
    static constexpr std::string_view types[] = {"commands"};
    return types;
}

Validity CommandsModule::validate(const Promise& promise, Log& log) {
    return CommandPromise::from(promise, log) ? Validity::valid : Validity::invalid;
}

Outcome CommandsModule::evaluate(const Promise& promise, Log& log) {
    const auto command = CommandPromise::from(promise, log);
    if (!command) return Outcome::of(Verdict::error);
    Record record(promise, saying_to(log));
    const std::string executable = executable_of(promise.promiser);
    if (is_to_be_checked(*command, executable) && !may_execute(executable, record)) {
        record.failed(text({"'", promise.promiser, "' promises to be executable but isn't"}));
        return {.verdicts = record.verdicts()};
    }
    return CommandRun(*command, record, log).run();
}

} // namespace vow::modules
