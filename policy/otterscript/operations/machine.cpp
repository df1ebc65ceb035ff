#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/statements/operation_run.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

/// Accounts, packages, services and names of other hosts.
namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array group_properties = {
    Property{"Name", Use::required, names::group.pattern},
    Property{"Exists"},
    Property{"Members", Use::optional, names::user.pattern}};
constexpr std::array user_properties = {
    Property{"Name", Use::required, names::user.pattern},
    Property{"Exists"},
    Property{"Group", Use::optional, names::group_or_number.pattern},
    Property{"Groups", Use::optional, names::group_or_number.pattern},
    Property{"HomeDirectory"},
    Property{"Shell"},
    Property{"Description"}};
constexpr std::array package_properties = {
    Property{"Name", Use::required, names::package_or_file.pattern},
    Property{"Exists"},
    Property{"Version", Use::optional, names::version.pattern},
    Property{"Removals"}};
constexpr std::array service_properties = {
    Property{"Name", Use::required, names::unit.pattern}, Property{"Running"}, Property{"Enabled"}};
constexpr std::array host_properties = {
    Property{"Host", Use::required, names::host.pattern},
    Property{"IP", Use::required, names::address.pattern},
    Property{"Exists"},
    Property{"FileName"}};

std::string presence(OperationRun& run) {
    return run.boolean("Exists", true) ? "present" : "absent";
}

/// Sets an attribute to the text of a property that is given.
void set_text(
    OperationRun& run, std::string_view property, std::string attribute, Attributes& attributes
) {
    if (run.has(property)) attributes.set(std::move(attribute), run.text(property));
}

void ensure_group(OperationRun& run) {
    Attributes attributes;
    attributes.set("policy", presence(run));
    if (run.has("Members")) {
        Data::Array members;
        for (std::string& name : run.list("Members"))
            members.push_back(Data::string(name));
        attributes.set("members", Data::object({{"only", Data::array(std::move(members))}}));
    }
    run.keep("groups", run.text("Name"), std::move(attributes));
}

void ensure_user(OperationRun& run) {
    Attributes attributes;
    attributes.set("policy", presence(run));
    set_text(run, "Group", "group_primary", attributes);
    if (run.has("Groups")) attributes.set("groups_secondary", run.list("Groups"));
    set_text(run, "HomeDirectory", "home_dir", attributes);
    set_text(run, "Shell", "shell", attributes);
    set_text(run, "Description", "description", attributes);
    run.keep("users", run.text("Name"), std::move(attributes));
}

void ensure_package(OperationRun& run) {
    Attributes attributes;
    attributes.set("policy", presence(run));
    set_text(run, "Version", "version", attributes);
    if (!run.boolean("Removals", true)) attributes.set("removals", "false");
    run.keep("packages", run.text("Name"), std::move(attributes));
}

void ensure_service(OperationRun& run) {
    Attributes attributes;
    attributes.set("state", run.boolean("Running", true) ? "started" : "stopped");
    if (run.has("Enabled"))
        attributes.set("enabled", run.boolean("Enabled", true) ? "true" : "false");
    run.keep("systemd", run.text("Name"), std::move(attributes));
}

/// The lines of a hosts file in which a name stands for an address alone, or for none.
std::string
with_entry(std::string_view text, const std::string& host, const std::optional<std::string>& ip) {
    std::string result;
    bool is_there = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t comment = std::min(line.find('#'), line.size());
        std::vector<std::string> words = words_of(line.substr(0, comment));
        const auto named = std::ranges::find(words, host);
        if (words.empty() || named == words.end() || named == words.begin()) {
            result.append(line).append("\n");
            continue;
        }
        if (words.front() == ip) {
            is_there = true;
            result.append(line).append("\n");
            continue;
        }
        words.erase(named);
        if (words.size() < 2) continue;
        result.append(joined(words, " "));
        if (comment < line.size()) result.append(" ").append(line.substr(comment));
        result.append("\n");
    }
    if (ip && !is_there) result.append(*ip).append(" ").append(host).append("\n");
    return result;
}

void ensure_hosts_entry(OperationRun& run) {
    const std::string path = run.has("FileName") ? run.path("FileName") : "/etc/hosts";
    const std::string text = read_text(run, path);
    std::optional<std::string> ip;
    if (run.boolean("Exists", true)) ip = run.text("IP");
    write_text(run, path, with_entry(text, run.text("Host"), ip));
}

} // namespace

std::vector<Operation> machine_operations() {
    const auto ensure = OperationKind::ensure;
    return {
        {"Ensure-Group",
         "Vow",
         ensure,
         group_properties,
         &ensure_group,
         "A group with its members, or that there is none.",
         "Ensure-Group admins (Members: @(ada, alan));"},
        {"Ensure-User",
         "Vow",
         ensure,
         user_properties,
         &ensure_user,
         "An account with its groups, home and shell, or that there is none.",
         "Ensure-User ada (Shell: /bin/bash);"},
        {"Ensure-Package",
         "Vow",
         ensure,
         package_properties,
         &ensure_package,
         "An installed package, or that it is not installed.",
         "Ensure-Package nginx;"},
        {"Ensure-Service",
         "Vow",
         ensure,
         service_properties,
         &ensure_service,
         "A service of systemd that runs or not, and starts at boot or not.",
         "Ensure-Service nginx (Running: true);"},
        {"Ensure-HostsEntry",
         "Network",
         ensure,
         host_properties,
         &ensure_hosts_entry,
         "An address of a name in /etc/hosts, or that there is none.",
         "Ensure-HostsEntry db (IP: 10.0.0.5);"},
    };
}

} // namespace vow::otterscript
