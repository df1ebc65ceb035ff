#include "policy/cfengine/functions/account_filter.h"
#include "policy/cfengine/functions/families.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <array>

#include <netdb.h>

namespace vow::cfengine::families {

namespace {

/// A group by name or number.
std::optional<Group> group_by(Call& call, const std::string& text) {
    Host& host = call.around().settled_world().host;
    if (auto group = host.group(std::string_view(text))) return group;
    const auto number = integer_from(text);
    return number ? host.group(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

Result getgid(Call& call) {
    const auto group = group_by(call, call.text(0));
    if (!group) return call.fail_here("unknown group '" + call.text(0) + "'");
    return Value::integer(group->gid);
}

Result groupexists(Call& call) {
    return group_by(call, call.text(0)).has_value();
}

/// The group of the user who runs the agent, from sys.user_data.
std::optional<Group> own_group(Call& call) {
    const Fact* const fact = call.around().settled_world().facts.find("user_data");
    const auto* const data = fact != nullptr ? std::get_if<Data>(fact) : nullptr;
    const Data* const number = data != nullptr ? data->find("gid") : nullptr;
    return number != nullptr ? group_by(call, scalar_text(*number)) : std::nullopt;
}

Result getgroupinfo(Call& call) {
    const auto group = call.has(0) ? group_by(call, call.text(0)) : own_group(call);
    if (!group) return std::nullopt;
    return Value::data(Data::object({
        {"name", Data::string(group->name)},
        {"gid", Data::integer(group->gid)},
        {"members", array_of(group->members)},
    }));
}

Result getgroups(Call& call) {
    const Exclusion excluded(call.text(0), call.text(1));
    std::vector<std::string> names;
    for (Group& group : call.around().settled_world().host.groups()) {
        if (!excluded.has(group.name, group.gid)) names.push_back(std::move(group.name));
    }
    return Value::list(std::move(names));
}

/// Whether the group has all members of the filter, which are separated by commas. An empty group
/// has the empty member.
bool has_members(Call& call, const Group& group, const std::string& wanted) {
    const std::vector<std::string> none = {""};
    const auto& members = group.members.empty() ? none : group.members;
    return std::ranges::all_of(comma_separated(wanted), [&](const std::string& pattern) {
        const auto regex = call.around().regexes().find(pattern);
        const auto* const compiled = std::get_if<std::shared_ptr<const Regex>>(&regex);
        return compiled != nullptr && std::ranges::any_of(members, [&](const std::string& member) {
                   return (*compiled)->matches(member);
               });
    });
}

bool matches(Call& call, const AccountFilter& filter, const Group& group) {
    return std::ranges::all_of(filter, [&](const WantedField& wanted) {
        if (wanted.field == "members") return has_members(call, group, wanted.text);
        return wanted.regex->matches(
            wanted.field == "name" ? group.name : std::to_string(group.gid)
        );
    });
}

Result findlocalgroups(Call& call) {
    const auto filter = account_filter(call, {"name", "gid", "members"});
    if (!filter) return std::nullopt;
    std::vector<Data::Member> found;
    for (const Group& group : call.around().settled_world().host.groups()) {
        if (!matches(call, *filter, group)) continue;
        found.emplace_back(
            group.name,
            Data::object({{"gid", Data::integer(group.gid)}, {"members", array_of(group.members)}})
        );
    }
    return Value::data(Data::object(std::move(found)));
}

/// Whether the netgroup names this host, by its full or its short name.
Result hostinnetgroup(Call& call) {
    Facts& facts = call.around().settled_world().facts;
    return std::ranges::any_of(std::array{"fqhost", "uqhost"}, [&](const char* name) {
        const Fact* fact = facts.find(name);
        const auto* host = fact ? std::get_if<std::string>(fact) : nullptr;
        return host && ::innetgr(call.text(0).c_str(), host->c_str(), nullptr, nullptr) == 1;
    });
}

} // namespace

std::span<const Function> groups() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "findlocalgroups",
         .result = ResultType::data,
         .parameters = {{"filter", collection}},
         .required = 1,
         .help = "The local groups whose fields match, as an object.",
         .example = R"(findlocalgroups('[ "name=adm" ]'))",
         .body = findlocalgroups},
        {.name = "getgid",
         .category = "data",
         .result = ResultType::integer,
         .parameters = {{"group", text}},
         .required = 1,
         .help = "The number of a group.",
         .example = R"(getgid("root"))",
         .body = getgid},
        {.name = "getgroupinfo",
         .result = ResultType::data,
         .parameters = {{"group", text}},
         .required = 0,
         .help = "The account of a group, by default that of the user who runs the agent.",
         .example = R"(getgroupinfo("root"))",
         .body = getgroupinfo},
        {.name = "getgroups",
         .result = ResultType::slist,
         .parameters = {{"exclude_names", text}, {"exclude_ids", text}},
         .required = 0,
         .help = "The names of all groups except those given.",
         .example = R"(getgroups("users", "0"))",
         .body = getgroups},
        {.name = "groupexists",
         .result = ResultType::condition,
         .parameters = {{"group", text}},
         .required = 1,
         .help = "Whether there is a group of this name or number.",
         .example = R"(groupexists("adm"))",
         .body = groupexists},
        {.name = "hostinnetgroup",
         .result = ResultType::condition,
         .parameters = {{"netgroup", text}},
         .required = 1,
         .help = "Whether this host is in the netgroup.",
         .example = R"(hostinnetgroup("webservers"))",
         .body = hostinnetgroup},
    };
    return table;
}

} // namespace vow::cfengine::families
