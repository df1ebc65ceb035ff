#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "execresult",
     .result = ResultType::string,
     .parameters =
         {{"command", text, ".+"},
          {"shell", option, "noshell,useshell,powershell"},
          {"output", option, "both,stdout,stderr"}},
     .required = 2,
     .cached = true,
     .help = "The output of a command."},
    {.name = "execresult_as_data",
     .result = ResultType::data,
     .parameters =
         {{"command", text, ".+"},
          {"shell", option, "noshell,useshell,powershell"},
          {"output", option, "both,stdout,stderr"}},
     .required = 2,
     .cached = true,
     .help = "The output and exit code of a command."},
    {.name = "getenv",
     .result = ResultType::string,
     .parameters = {{"name", text}, {"limit", integer, "0,99999999999"}},
     .required = 2,
     .help = "The value of an environment variable."},
    {.name = "read_module_protocol",
     .result = ResultType::condition,
     .parameters = {{"path", path}},
     .required = 1,
     .help = "Reads classes and variables from a file in the form that modules print."},
    {.name = "returnszero",
     .result = ResultType::condition,
     .parameters = {{"command", text, ".+"}, {"shell", option, "noshell,useshell,powershell"}},
     .required = 2,
     .cached = true,
     .help = "Whether the command ends with exit code 0."},
    {.name = "usemodule",
     .result = ResultType::condition,
     .parameters = {{"module", text}, {"arguments", text}},
     .required = 2,
     .help = "Runs a module of classes and variables from the modules folder."},
};

} // namespace

std::span<const Function> commands() {
    return table;
}

} // namespace vow::cfengine::families
