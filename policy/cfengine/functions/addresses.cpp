#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "hostrange",
     .result = ResultType::condition,
     .parameters = {{"prefix", text}, {"range", text}},
     .required = 2,
     .help = "Whether this host's name is the prefix and a number in the range."},
    {.name = "iprange",
     .result = ResultType::condition,
     .parameters = {{"range", text}, {"interface", text}},
     .required = 1,
     .help = "Whether an address of this host is in the range."},
    {.name = "isipinsubnet",
     .result = ResultType::condition,
     .parameters = {{"range", text}, {"address", text}},
     .required = 2,
     .variadic = true,
     .help = "Whether one of the addresses is in the range."},
};

} // namespace

std::span<const Function> addresses() {
    return table;
}

} // namespace vow::cfengine::families
