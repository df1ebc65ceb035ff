#include "policy/cfengine/functions/account_filter.h"
#include "policy/cfengine/functions/families.h"
#include "protocol/text/number.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

Host& host_of(Call& call) {
    return call.around().settled_world().host;
}

/// A user by name or number.
std::optional<User> user_by(HostAccounts& host, const std::string& text) {
    if (auto user = host.user(std::string_view(text))) return user;
    const auto number = integer_from(text);
    return number ? host.user(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

Result getuid(Call& call) {
    const auto user = user_by(host_of(call), call.text(0));
    if (!user) return call.fail_here("unknown user '" + call.text(0) + "'");
    return Value::integer(user->uid);
}

Result userexists(Call& call) {
    return user_by(host_of(call), call.text(0)).has_value();
}

Result getuserinfo(Call& call) {
    if (!call.has(0)) {
        const Fact* const fact = call.around().settled_world().facts.find("user_data");
        const auto* const data = fact != nullptr ? std::get_if<Data>(fact) : nullptr;
        if (data == nullptr) return std::nullopt;
        return Value::data(*data);
    }
    const auto user = user_by(host_of(call), call.text(0));
    if (!user) return std::nullopt;
    return Value::data(Data::object({
        {"username", Data::string(user->name)},
        {"description", Data::string(user->gecos)},
        {"uid", Data::integer(user->uid)},
        {"gid", Data::integer(user->gid)},
        {"home_dir", Data::string(user->home)},
        {"shell", Data::string(user->shell)},
    }));
}

Result getusers(Call& call) {
    const Exclusion excluded(call.text(0), call.text(1));
    std::vector<std::string> names;
    for (User& user : host_of(call).users()) {
        if (!excluded.has(user.name, user.uid)) names.push_back(std::move(user.name));
    }
    return Value::list(std::move(names));
}

/// The names of a user's fields in a filter.
std::optional<std::string> field_of(const User& user, std::string_view name) {
    if (name == "name") return user.name;
    if (name == "uid") return std::to_string(user.uid);
    if (name == "gid") return std::to_string(user.gid);
    if (name == "gecos") return user.gecos;
    if (name == "dir") return user.home;
    if (name == "shell") return user.shell;
    return std::nullopt;
}

bool matches(const AccountFilter& filter, const User& user) {
    return std::ranges::all_of(filter, [&](const WantedField& wanted) {
        return wanted.regex->matches(field_of(user, wanted.field).value_or(""));
    });
}

Result findlocalusers(Call& call) {
    const auto filter = account_filter(call, {"name", "uid", "gid", "gecos", "dir", "shell"});
    if (!filter) return std::nullopt;
    std::vector<Data::Member> members;
    for (const User& user : host_of(call).users()) {
        if (!matches(*filter, user)) continue;
        members.emplace_back(
            user.name,
            Data::object({
                {"uid", Data::integer(user.uid)},
                {"gid", Data::integer(user.gid)},
                {"gecos", Data::string(user.gecos)},
                {"dir", Data::string(user.home)},
                {"shell", Data::string(user.shell)},
            })
        );
    }
    return Value::data(Data::object(std::move(members)));
}

Result useringroup(Call& call) {
    const auto group = host_of(call).group(std::string_view(call.text(1)));
    if (!group) return false;
    if (std::ranges::find(group->members, call.text(0)) != group->members.end()) return true;
    const auto user = host_of(call).user(std::string_view(call.text(0)));
    return user && user->gid == group->gid;
}

} // namespace

std::span<const Function> users() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "findlocalusers",
         .result = ResultType::data,
         .parameters = {{"filter", collection}},
         .required = 1,
         .help = "The local users whose fields match, as an object.",
         .example = R"(findlocalusers('[ "shell=/bin/bash" ]'))",
         .body = findlocalusers},
        {.name = "getuid",
         .result = ResultType::integer,
         .parameters = {{"user", text}},
         .required = 1,
         .help = "The number of a user.",
         .example = R"(getuid("root"))",
         .body = getuid},
        {.name = "getuserinfo",
         .result = ResultType::data,
         .parameters = {{"user", text}},
         .required = 0,
         .help = "The account of a user, by default the one who runs the agent.",
         .example = R"(getuserinfo("root"))",
         .body = getuserinfo},
        {.name = "getusers",
         .result = ResultType::slist,
         .parameters = {{"exclude_names", text}, {"exclude_ids", text}},
         .required = 0,
         .help = "The names of all users except those given.",
         .example = R"(getusers("games", "0,1"))",
         .body = getusers},
        {.name = "userexists",
         .result = ResultType::condition,
         .parameters = {{"user", text}},
         .required = 1,
         .help = "Whether there is a user of this name or number.",
         .example = R"(userexists("ada"))",
         .body = userexists},
        {.name = "useringroup",
         .result = ResultType::condition,
         .parameters = {{"user", text}, {"group", text}},
         .required = 2,
         .help = "Whether the user is a member of the group.",
         .example = R"(useringroup("ada", "adm"))",
         .body = useringroup},
    };
    return table;
}

} // namespace vow::cfengine::families
