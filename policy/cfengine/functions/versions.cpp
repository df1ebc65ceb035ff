#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "cf_version_after",
     .result = ResultType::condition,
     .parameters = {{"version", text}},
     .required = 1,
     .help = "Whether this agent's version is later."},
    {.name = "cf_version_at",
     .result = ResultType::condition,
     .parameters = {{"version", text}},
     .required = 1,
     .help = "Whether this agent's version is this one."},
    {.name = "cf_version_before",
     .result = ResultType::condition,
     .parameters = {{"version", text}},
     .required = 1,
     .help = "Whether this agent's version is earlier."},
    {.name = "cf_version_between",
     .result = ResultType::condition,
     .parameters = {{"low", text}, {"high", text}},
     .required = 2,
     .help = "Whether this agent's version is between the two, both included."},
    {.name = "cf_version_maximum",
     .result = ResultType::condition,
     .parameters = {{"version", text}},
     .required = 1,
     .help = "Whether this agent's version is this one or earlier."},
    {.name = "cf_version_minimum",
     .result = ResultType::condition,
     .parameters = {{"version", text}},
     .required = 1,
     .help = "Whether this agent's version is this one or later."},
    {.name = "version_compare",
     .result = ResultType::condition,
     .parameters = {{"left", text}, {"comparison", option, "=,==,!=,>,<,>=,<="}, {"right", text}},
     .required = 3,
     .help = "Whether the comparison of two versions holds."},
};

} // namespace

std::span<const Function> versions() {
    return table;
}

} // namespace vow::cfengine::families
