#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Parameters package = {
    {"name", text}, {"version", text}, {"architecture", text}, {"method", text}};

/// Functions that are known to the checker, but not implemented.
constexpr Function table[] = {
    {.name = "network_connections",
     .result = ResultType::data,
     .parameters = {},
     .required = 0,
     .help = "The open network connections."},
    {.name = "packagesmatching",
     .result = ResultType::data,
     .parameters = package,
     .required = 4,
     .help = "The installed packages that match."},
    {.name = "packageupdatesmatching",
     .result = ResultType::data,
     .parameters = package,
     .required = 4,
     .help = "The package updates that match."},
};

} // namespace

std::span<const Function> unimplemented() {
    return table;
}

} // namespace vow::cfengine::families
