#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "peerleader",
     .result = ResultType::string,
     .parameters = {{"path", path}, {"comment", text}, {"size", integer, "2,64"}},
     .required = 3,
     .help = "The leader of this host's group in a list of hosts."},
    {.name = "peerleaders",
     .result = ResultType::slist,
     .parameters = {{"path", path}, {"comment", text}, {"size", integer, "2,64"}},
     .required = 3,
     .help = "The leaders of all groups in a list of hosts."},
    {.name = "peers",
     .result = ResultType::slist,
     .parameters = {{"path", path}, {"comment", text}, {"size", integer, "2,64"}},
     .required = 3,
     .help = "The other hosts of this host's group in a list of hosts."},
};

} // namespace

std::span<const Function> peers() {
    return table;
}

} // namespace vow::cfengine::families
