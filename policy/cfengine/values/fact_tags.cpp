#include "policy/cfengine/values/fact_tags.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace vow::cfengine {
namespace {

using namespace std::string_view_literals;

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

constexpr std::string_view inventory[] = {"inventory", "attribute_name=none", agent};

/// The name of a class that a text of `sys` gives; empty without such a text.
std::string class_of(Facts& facts, std::string_view variable) {
    const Fact* const fact = facts.find(variable);
    const auto* text = fact ? std::get_if<std::string>(fact) : nullptr;
    return text ? canonified(*text) : std::string();
}

bool is_or_begins(std::string_view name, std::string_view whole) {
    return name.starts_with(whole) && (name.size() == whole.size() || name[whole.size()] == '_');
}

/// The address itself, or a prefix that names its kind.
bool is_address(std::string_view name, Facts& facts) {
    constexpr std::string_view kinds[] = {"ipv4_", "ipv6_"};
    return name.starts_with("mac_") || std::ranges::any_of(kinds, [&](std::string_view kind) {
               return name.starts_with(kind) || facts.is_class(std::string(kind).append(name));
           });
}

/// Of the agent itself, and of addresses.
bool is_plain_inventory(std::string_view name, Facts& facts) {
    return name == "cfengine" || name.starts_with("cfengine_") || name == "community_edition" ||
           name == "have_aptitude" || is_address(name, facts);
}

/// The tags of a class, with the variables or files that it is derived from.
struct Derivation {
    std::string name; ///< of the class
    bool is_inventory;
    std::vector<std::string> sources;
};

/// Without a domain, the name is a class once; with one, its parts are, too.
std::vector<Derivation> name_derivations(Facts& facts) {
    const std::string whole = class_of(facts, "fqhost");
    const std::string domain = class_of(facts, "domain");
    if (domain.empty()) return {{whole, true, {"derived-from=sys.fqhost"}}};
    std::vector<Derivation> all = {
        {whole, true, {"based-on=sys.fqhost"}},
        {class_of(facts, "uqhost"), false, {"derived-from=sys.uqhost"}},
        {domain, false, {"derived-from=sys.domain"}}};
    for (std::size_t end = domain.find('_'); end != domain.npos; end = domain.find('_', end + 1))
        all.push_back({domain.substr(end + 1), true, {"derived-from=sys.fqhost"}});
    return all;
}

std::vector<Derivation> kernel_derivations(Facts& facts) {
    const std::string system = "derived-from=sys.sysname";
    const std::string machine = "derived-from=sys.machine";
    const std::string release = "derived-from=sys.release";
    const std::string kernel = class_of(facts, "class");
    const std::string arch = class_of(facts, "arch");
    const std::string version = class_of(facts, "release");
    return {
        {kernel, true, {"derived-from=sys.class"}},
        {arch, false, {machine}},
        {kernel + "_" + version, true, {system, release}},
        {kernel + "_" + arch, false, {system, machine}},
        {kernel + "_" + arch + "_" + version, false, {system, machine, release}},
        {class_of(facts, "long_arch"), false, {"derived-from=sys.long_arch"}},
        {class_of(facts, "cpus") + "_cpus", false, {"derived-from=sys.cpus"}}};
}

/// The distribution by the name in /etc/os-release; empty without one.
std::string distribution(Facts& facts) {
    const Fact* const release = facts.find("os_release");
    const auto* members = release ? std::get_if<Data>(release) : nullptr;
    const Data* const id = members ? members->find("ID") : nullptr;
    return id ? canonified(id->text()) : std::string();
}

/// The file that a class of the distribution and its version is read from; empty for others.
std::string_view release_file(std::string_view name, Facts& facts) {
    const std::string own = distribution(facts);
    for (const std::string_view from_release : {std::string_view(own), "redhat"sv, "suse"sv}) {
        const bool is_debian_version = from_release == "debian" && name != own;
        if (!from_release.empty() && is_or_begins(name, from_release) && !is_debian_version)
            return "/etc/os-release";
    }
    return is_or_begins(name, "debian") ? "/etc/debian_version" : std::string_view();
}

std::optional<Derivation> derivation_of(std::string_view name, Facts& facts) {
    if (const std::string flavor = class_of(facts, "flavor"); name == flavor)
        return Derivation{flavor, true, {"derived-from=sys.flavor"}};
    if (const std::string_view file = release_file(name, facts); !file.empty())
        return Derivation{std::string(name), true, {"derived-from-file=" + std::string(file)}};
    for (auto* derivations : {kernel_derivations, name_derivations}) {
        for (Derivation& known : derivations(facts))
            if (known.name == name) return std::move(known);
    }
    return {};
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

Tags tags_of_hard_class(std::string_view name, Facts& facts) {
    const std::string source(agent);
    if (is_time(name))
        return {"time_based", "cfengine_internal_time_based_autoremove", source, "hardclass"};
    if (name == "agent" || name.ends_with("_mode")) return {"cfe_internal", source, "hardclass"};
    if (name == "opt_dry_run") return {"cfe_internal", "source=environment", "hardclass"};
    if (name.starts_with("ipv4_gw_")) {
        return {
            "inventory",
            "networking",
            "/proc",
            source,
            "attribute_name=none",
            "procfs",
            "hardclass"};
    }
    const auto derived = derivation_of(name, facts);
    Tags tags = {source};
    if ((derived && derived->is_inventory) || is_plain_inventory(name, facts))
        tags.assign(std::begin(inventory), std::end(inventory));
    if (derived) tags.insert(tags.end(), derived->sources.begin(), derived->sources.end());
    tags.emplace_back("hardclass");
    return tags;
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
