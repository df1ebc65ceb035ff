#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

using enum ParameterKind;

constexpr Function table[] = {
    {.name = "findlocalusers",
     .result = ResultType::data,
     .parameters = {{"filter", collection}},
     .required = 1,
     .help = "The local users whose fields match, as an object."},
    {.name = "getgid",
     .result = ResultType::integer,
     .parameters = {{"group", text}},
     .required = 1,
     .help = "The number of a group."},
    {.name = "getuid",
     .result = ResultType::integer,
     .parameters = {{"user", text}},
     .required = 1,
     .help = "The number of a user."},
    {.name = "getuserinfo",
     .result = ResultType::data,
     .parameters = {{"user", text}},
     .required = 0,
     .help = "What is known of a user, or of the one who runs this."},
    {.name = "getusers",
     .result = ResultType::slist,
     .parameters = {{"exclude_names", text}, {"exclude_ids", text}},
     .required = 2,
     .help = "The names of all users but those named."},
    {.name = "groupexists",
     .result = ResultType::condition,
     .parameters = {{"group", text}},
     .required = 1,
     .help = "Whether there is a group of this name or number."},
    {.name = "userexists",
     .result = ResultType::condition,
     .parameters = {{"user", text}},
     .required = 1,
     .help = "Whether there is a user of this name or number."},
    {.name = "useringroup",
     .result = ResultType::condition,
     .parameters = {{"user", text}, {"group", text}},
     .required = 2,
     .help = "Whether the user is a member of the group."},
};

} // namespace

std::span<const Function> users() {
    return table;
}

} // namespace vow::cfengine::families
