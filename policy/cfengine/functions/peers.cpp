#include "policy/cfengine/functions/commented_text.h"
#include "policy/cfengine/functions/families.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

constexpr std::size_t file_limit = 100'000;

using Hosts = std::vector<std::string>;

/// The hosts of the file in groups of the given size; the last may be smaller. Logs an error and
/// returns nullopt if the file cannot be read or the size is below 2.
std::optional<std::vector<Hosts>> host_groups(Call& call) {
    const auto size = call.integer(2);
    if (!size || *size < 2) {
        call.fail("the group size must be at least 2", LogLevel::warning);
        return std::nullopt;
    }
    const auto text = read_without_comments(call, 0, 1, file_limit);
    if (!text) return std::nullopt;
    std::vector<Hosts> groups;
    for (const std::string_view line : lines_of(*text)) {
        if (line.empty()) continue;
        if (groups.empty() || groups.back().size() == static_cast<std::size_t>(*size))
            groups.emplace_back();
        groups.back().emplace_back(line);
    }
    return groups;
}

/// Whether the name is this host's, with or without its domain.
bool is_own_name(Call& call, const std::string& name) {
    for (const std::string_view fact_name : {"fqhost", "uqhost"}) {
        const Fact* const fact = call.around().settled_world().facts.find(fact_name);
        const auto* const text = fact != nullptr ? std::get_if<std::string>(fact) : nullptr;
        if (text != nullptr && *text == name) return true;
    }
    return false;
}

/// This host's group; empty if it is not in any.
Hosts own_group(Call& call, std::vector<Hosts> groups) {
    for (Hosts& group : groups) {
        const auto is_own = [&](const std::string& name) { return is_own_name(call, name); };
        if (std::ranges::any_of(group, is_own)) return std::move(group);
    }
    return {};
}

Result peers(Call& call) {
    auto groups = host_groups(call);
    if (!groups) return std::nullopt;
    Hosts group = own_group(call, std::move(*groups));
    std::erase_if(group, [&](const std::string& name) { return is_own_name(call, name); });
    return Value::list(std::move(group));
}

std::string leader_name(Call& call, const Hosts& group) {
    return is_own_name(call, group.front()) ? "localhost" : group.front();
}

Result peerleader(Call& call) {
    auto groups = host_groups(call);
    if (!groups) return std::nullopt;
    const Hosts group = own_group(call, std::move(*groups));
    if (group.empty()) return std::nullopt;
    return Value::string(leader_name(call, group));
}

Result peerleaders(Call& call) {
    const auto groups = host_groups(call);
    if (!groups) return std::nullopt;
    Hosts leaders;
    for (const Hosts& group : *groups)
        leaders.push_back(leader_name(call, group));
    return Value::list(std::move(leaders));
}

} // namespace

std::span<const Function> peers() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "peerleader",
         .result = ResultType::string,
         .parameters = {{"path", path}, {"comment", regular_expression}, {"size", integer, "2,64"}},
         .required = 3,
         .help = "The leader of this host's group in a list of hosts.",
         .example = R"(peerleader("/srv/hosts.txt", "#.*", 4))",
         .body = peerleader},
        {.name = "peerleaders",
         .result = ResultType::slist,
         .parameters = {{"path", path}, {"comment", regular_expression}, {"size", integer, "2,64"}},
         .required = 3,
         .help = "The leaders of all groups in a list of hosts.",
         .example = R"(peerleaders("/srv/hosts.txt", "#.*", 4))",
         .body = peerleaders},
        {.name = "peers",
         .result = ResultType::slist,
         .parameters = {{"path", path}, {"comment", regular_expression}, {"size", integer, "2,64"}},
         .required = 3,
         .help = "The other hosts of this host's group in a list of hosts.",
         .example = R"(peers("/srv/hosts.txt", "#.*", 4))",
         .body = peers},
    };
    return table;
}

} // namespace vow::cfengine::families
