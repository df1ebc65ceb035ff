#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "findlocalgroups",
     .result = ResultType::data,
     .parameters = {{"filter", collection}},
     .required = 1,
     .help = "The local groups whose fields match, as an object."},
    {.name = "getgroupinfo",
     .result = ResultType::data,
     .parameters = {{"group", text}},
     .required = 0,
     .help = "What is known of a group, or of the one who runs this."},
    {.name = "getgroups",
     .result = ResultType::slist,
     .parameters = {{"exclude_names", text}, {"exclude_ids", text}},
     .required = 2,
     .help = "The names of all groups but those named."},
    {.name = "hostinnetgroup",
     .result = ResultType::condition,
     .parameters = {{"netgroup", text}},
     .required = 1,
     .help = "Whether this host is in the netgroup."},
};

} // namespace

std::span<const Function> groups() {
    return table;
}

} // namespace vow::cfengine::families
