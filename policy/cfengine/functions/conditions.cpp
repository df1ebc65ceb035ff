#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "and",
     .result = ResultType::condition,
     .parameters = {{"condition", condition}},
     .required = 0,
     .variadic = true,
     .help = "Whether all conditions hold."},
    {.name = "ifelse",
     .result = ResultType::string,
     .parameters = {{"argument", text}},
     .required = 0,
     .variadic = true,
     .help = "The value after the first condition that holds, or the last argument."},
    {.name = "not",
     .result = ResultType::condition,
     .parameters = {{"condition", condition}},
     .required = 1,
     .help = "Whether the condition does not hold."},
    {.name = "or",
     .result = ResultType::condition,
     .parameters = {{"condition", condition}},
     .required = 0,
     .variadic = true,
     .help = "Whether one of the conditions holds."},
};

} // namespace

std::span<const Function> conditions() {
    return table;
}

} // namespace vow::cfengine::families
