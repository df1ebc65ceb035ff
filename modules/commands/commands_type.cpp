#include "modules/commands/commands_type.h"

#include "modules/sdk/cpp/return_codes.h"
#include "protocol/text/name_grammar.h"

namespace vow::modules {
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

} // namespace

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

} // namespace vow::modules
