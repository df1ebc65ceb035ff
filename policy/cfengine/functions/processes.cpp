#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "data_sysctlvalues",
     .result = ResultType::data,
     .parameters = {},
     .required = 0,
     .help = "All kernel parameters as an object."},
    {.name = "findprocesses",
     .result = ResultType::data,
     .parameters = {{"regex", text}},
     .required = 1,
     .cached = true,
     .help = "The processes whose command matches."},
    {.name = "processexists",
     .result = ResultType::condition,
     .parameters = {{"regex", text}},
     .required = 1,
     .cached = true,
     .help = "Whether there is a process whose command matches."},
    {.name = "sysctlvalue",
     .result = ResultType::string,
     .parameters = {{"key", text}},
     .required = 1,
     .help = "The value of a kernel parameter."},
};

} // namespace

std::span<const Function> processes() {
    return table;
}

} // namespace vow::cfengine::families
