#include "agent/machine/fact_group.h"

#include <array>
#include <filesystem>
#include <utility>

namespace vow::agent {
namespace {

using NamedPath = std::pair<std::string_view, std::string_view>;

constexpr std::array below_work_directory = {
    NamedPath{"workdir", ""},
    NamedPath{"inputdir", "/inputs"},
    NamedPath{"keydir", "/ppkeys"},
    NamedPath{"libdir", "/inputs/lib"},
    NamedPath{"masterdir", "/masterfiles"},
    NamedPath{"moduledir", "/modules"},
    NamedPath{"statedir", "/state"},
    NamedPath{"default_policy_path", "/inputs/promises.cf"},
    NamedPath{"failsafe_policy_path", "/inputs/failsafe.cf"},
    NamedPath{"update_policy_path", "/inputs/update.cf"},
};

/// The folders of an installation that need not be below its work directory.
struct Installation {
    std::string bin;
    std::string log;
    std::string pid;
};

/// Debian's package of the reference has its programs and logs where Debian wants them.
Installation installation_in(const std::string& work_directory) {
    if (work_directory == "/var/lib/cfengine3")
        return {.bin = "/usr/bin", .log = "/var/log/cfengine3", .pid = "/var/run/cfengine3"};
    return {.bin = work_directory + "/bin", .log = work_directory, .pid = work_directory};
}

constexpr std::array elsewhere = {
    NamedPath{"exports", "/etc/exports"},
    NamedPath{"fstab", "/etc/fstab"},
    NamedPath{"local_libdir", "lib"},
    NamedPath{"maildir", "/var/spool/mail"},
    NamedPath{"resolv", "/etc/resolv.conf"},
};

/// The programs of the reference that a policy calls, quoted as it expects them.
constexpr std::array programs = {
    NamedPath{"cf_agent", "cf-agent"},
    NamedPath{"cf_check", "cf-check"},
    NamedPath{"cf_execd", "cf-execd"},
    NamedPath{"cf_key", "cf-key"},
    NamedPath{"cf_monitord", "cf-monitord"},
    NamedPath{"cf_net", "cf-net"},
    NamedPath{"cf_promises", "cf-promises"},
    NamedPath{"cf_runagent", "cf-runagent"},
    NamedPath{"cf_secret", "cf-secret"},
    NamedPath{"cf_serverd", "cf-serverd"},
    NamedPath{"cf_twin", "cf-agent"},
    NamedPath{"cf_upgrade", "cf-upgrade"},
};

/// The release id that the publisher of the policy has given it; may be empty.
std::string release_id_in(HostFiles& host, const std::string& folder) {
    const auto text = host.read_file(folder + "cf_promises_release_id", 4096);
    const auto read = parse_json(text ? *text : std::string());
    const auto* data = std::get_if<Data>(&read);
    const Data* id = data ? data->find("releaseId") : nullptr;
    return id ? std::string(id->text()) : std::string();
}

} // namespace

void discover_locations(Host& host, const Site& site, FactSheet& found) {
    for (const auto& [name, place] : below_work_directory) {
        found.set(std::string(name), site.work_directory + std::string(place));
    }
    for (const auto& [name, place] : elsewhere)
        found.set(std::string(name), std::string(place));
    const Installation installation = installation_in(site.work_directory);
    found.set("bindir", installation.bin);
    found.set("logdir", installation.log);
    found.set("piddir", installation.pid);
    for (const auto& [name, program] : programs) {
        std::string path = installation.bin;
        path.append("/").append(program);
        if (host.may(Access::exists, path)) found.set(std::string(name), "\"" + path + "\"");
    }
    // Links stay as they are: only "." and ".." and double slashes are taken out.
    const std::string entry = std::filesystem::path(site.policy).lexically_normal().string();
    const std::size_t slash = entry.rfind('/');
    if (slash == std::string::npos) return;
    found.set("policy_entry_filename", entry);
    found.set("policy_entry_dirname", entry.substr(0, slash));
    found.set("policy_entry_basename", entry.substr(slash + 1));
    const std::string folder = entry.substr(0, slash + 1);
    found.set("policy_release_id", folder + release_id_in(host, folder));
}

} // namespace vow::agent
