#include "policy/cfengine/values/fact_tags.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

using Tags = std::vector<std::string>;

struct VariableTags {
    std::string_view name;
    std::array<std::string_view, 4> tags; ///< empty ones do not count
};

constexpr std::string_view agent = "source=agent";

constexpr VariableTags variable_tags[] = {
    {"arch", {"inventory", agent, "attribute_name=Architecture"}},
    {"cdate", {"time_based", agent}},
    {"cf_agent", {"cfe_internal", agent}},
    {"cf_key", {"cfe_internal", agent}},
    {"cf_promises", {"cfe_internal", agent}},
    {"cf_version", {"inventory", agent, "attribute_name=CFEngine version"}},
    {"class", {"inventory", agent, "attribute_name=Kernel"}},
    {"cpus", {"inventory", agent, "attribute_name=CPU logical cores"}},
    {"date", {"time_based", agent}},
    {"flavor", {"inventory", agent, "attribute_name=none"}},
    {"fqhost", {"inventory", agent, "attribute_name=Host name"}},
    {"hardware_addresses", {"inventory", agent, "attribute_name=MAC addresses"}},
    {"host", {"inventory", agent, "attribute_name=none"}},
    {"inet", {"networking", "/proc", agent, "procfs"}},
    {"inet6", {"networking", "/proc", agent, "procfs"}},
    {"interfaces", {"inventory", agent, "attribute_name=Interfaces"}},
    {"interfaces_data", {"networking", "/proc", agent, "procfs"}},
    {"ipv4", {"inventory", agent, "attribute_name=none"}},
    {"os_name_human", {agent, "derived-from=debian"}},
    {"os_release",
     {"inventory", "attribute_name=none", agent, "derived-from-file=/etc/os-release"}},
    {"os_version_major", {agent, "derived-from=flavor"}},
    {"release", {"inventory", agent, "attribute_name=Kernel Release"}},
    {"sysday", {"time_based", agent}},
    {"systime", {"time_based", agent}},
    {"uptime", {"inventory", "time_based", agent, "attribute_name=Uptime minutes"}},
    {"uqhost", {"inventory", agent, "attribute_name=none"}},
    {"user_data", {agent, "user_info"}},
};

constexpr std::string_view times_of_day[] = {
    "Morning", "Afternoon", "Evening", "Night",     "Monday",   "Tuesday",  "Wednesday", "Thursday",
    "Friday",  "Saturday",  "Sunday",  "January",   "February", "March",    "April",     "May",
    "June",    "July",      "August",  "September", "October",  "November", "December"};

constexpr std::string_view times_by_number[] = {"Day", "Hr", "Lcycle_", "Min", "Q", "Yr"};

bool is_decimal(char letter) {
    return letter >= '0' && letter <= '9';
}

bool is_time(std::string_view name) {
    if (name.starts_with("GMT_")) name.remove_prefix(4);
    if (std::ranges::count(times_of_day, name) > 0) return true;
    return std::ranges::any_of(times_by_number, [name](std::string_view prefix) {
        return name.starts_with(prefix) && name.size() > prefix.size() &&
               is_decimal(name[prefix.size()]);
    });
}

/// Of addresses, and of the agent itself.
bool is_inventory(std::string_view name) {
    constexpr std::string_view prefixes[] = {"ipv4_", "ipv6_", "mac_", "cfengine_"};
    const auto begins = [name](std::string_view prefix) { return name.starts_with(prefix); };
    const bool is_address =
        std::ranges::count(name, '_') >= 3 &&
        std::ranges::all_of(name, [](char letter) { return is_decimal(letter) || letter == '_'; });
    return is_address || name == "cfengine" || name == "community_edition" ||
           std::ranges::any_of(prefixes, begins);
}

} // namespace

Tags tags_of_sys_variable(std::string_view name) {
    const auto* known = std::ranges::find(variable_tags, name, &VariableTags::name);
    if (known == std::end(variable_tags)) return {std::string(agent)};
    Tags tags;
    for (const std::string_view tag : known->tags) {
        if (!tag.empty()) tags.emplace_back(tag);
    }
    return tags;
}

Tags tags_of_hard_class(std::string_view name) {
    const std::string source(agent);
    if (is_time(name))
        return {"time_based", "cfengine_internal_time_based_autoremove", source, "hardclass"};
    if (name == "agent") return {"cfe_internal", source, "hardclass"};
    if (name == "linux")
        return {"inventory", "attribute_name=none", source, "derived-from=sys.class", "hardclass"};
    if (is_inventory(name)) return {"inventory", "attribute_name=none", source, "hardclass"};
    return {source, "hardclass"};
}

bool is_in_reference_version(std::string_view name) {
    constexpr std::string_view newer[] = {
        "cfengine_role",
        "cpusockets",
        "keydir",
        "moduledir",
        "os_version_minor",
        "policy_release_id"};
    return !name.starts_with("time_based_") && std::ranges::count(newer, name) == 0;
}

} // namespace vow::cfengine
