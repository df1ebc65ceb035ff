#include "modules/commands/command_promise.h"
#include "modules/commands/command_run.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/executable.h"
#include "modules/sdk/cpp/return_codes.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/description/description.h"
#include "protocol/text/name_grammar.h"

namespace vow::modules {

namespace {

/// The shell searches for names on its own; an absolute path is checked first.
bool is_to_be_checked(const CommandPromise& command, std::string_view executable) {
    return !command.uses_shell || executable.starts_with('/');
}

PromiseTypeDescription commands_type();

/// Keeps `commands` promises: runs a program and judges it by its exit status.
class CommandsModule : public DescribedModule {
public:
    CommandsModule();
    bool is_parallel() const override { return true; }

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

CommandsModule::CommandsModule() : DescribedModule(commands_type(), "command") {}

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

namespace {

constexpr auto truth = AttributeType::bool_;

AttributeDescription contain() {
    return {
        .name = "contain",
        .type = AttributeType::body,
        .summary = "how the command is run",
        .attributes =
            {{.name = "useshell",
              .fallback = Data::string("noshell"),
              .choices = {"noshell", "useshell", "true", "false", "yes", "no", "on", "off"},
              .summary = "hand the line to /bin/sh -c; without, the program must be a file that "
                         "not everyone may write"},
             {.name = "chdir", .pattern = "/.*", .summary = "the working directory"},
             {.name = "chroot", .pattern = "/.*", .summary = "the root directory"},
             {.name = "exec_owner", .pattern = ".+", .summary = "the user, by name or number"},
             {.name = "exec_group", .pattern = ".+", .summary = "the group, by name or number"},
             {.name = "umask",
              .fallback = Data::string("077"),
              .pattern = std::string(names::creation_mask.pattern),
              .summary = "the file mode creation mask; inherited: that of the agent"},
             {.name = "exec_timeout",
              .type = AttributeType::int_,
              .pattern = "[1-9][0-9]*",
              .summary =
                  "seconds after which it and its child processes are killed; then it is timed "
                  "out and not kept"},
             {.name = "no_output", .type = truth, .summary = "do not show its output"},
             {.name = "preview", .type = truth, .summary = "run even under a dry run"}},
        .rules = {
            {.with = {"preview"},
             .excludes = {"no_output"},
             .summary = "the output is the purpose of a preview"}}};
}

PromiseTypeDescription commands_type() {
    PromiseTypeDescription type{
        .name = "commands",
        .summary = "runs a command and judges it by its exit status",
        .promiser_summary = "a command line; quotes (\", ' and `) group, nothing escapes",
        .promiser_pattern = R"((.|\n)+)",
        .attributes =
            {{.name = "args", .summary = "further arguments, appended to the command line"},
             {.name = "arglist",
              .type = AttributeType::slist,
              .summary = "further arguments, one each"},
             contain(),
             {.name = "stdin", .summary = "the text it reads from its standard input"},
             {.name = "environment",
              .type = AttributeType::slist,
              .pattern = R"([^=]+=[\s\S]*)",
              .summary = "variables to set in its environment, NAME=value"},
             {.name = "unset",
              .type = AttributeType::slist,
              .pattern = "[^=]+",
              .summary = "variables to remove from its environment"},
             {.name = "capture",
              .choices = {"both", "stdout", "stderr", "apart"},
              .summary = "which of its outputs to take; the other is dropped. apart: lines of "
                         "standard output are logged at info as they come, and the outcome has "
                         "standard error and the way it ended"},
             {.name = "output_level",
              .choices = {"error", "warning", "notice", "info", "verbose", "debug"},
              .summary =
                  "log the lines of its standard output as they are, at this level; any exit "
                  "status is kept, and the variable exit_status"},
             {.name = "error_level",
              .choices = {"error", "warning", "notice", "info", "verbose", "debug"},
              .summary = "with output_level: the level for those of its standard error, by default "
                         "error"},
             {.name = "inform",
              .type = truth,
              .fallback = Data::string("true"),
              .summary = "log start and end at info; otherwise at verbose"},
             {.name = "module",
              .type = truth,
              .summary = "show no output: its lines define variables and classes (=name=value, "
                         "+class)"}},
        .examples = {"commands:\n  \"/bin/echo\"\n    args => \"hello\";"}};
    for (AttributeDescription& codes : return_code_attributes())
        type.attributes.push_back(std::move(codes));
    return type;
}

} // namespace

std::unique_ptr<Module> make_commands_module() {
    return std::make_unique<CommandsModule>();
}

} // namespace vow::modules
