#include "modules/bundled.h"

#include "modules/files/files_module.h"
#include "modules/json/json_module.h"
#include "modules/makers.h"
#include "modules/noop/noop_module.h"
#include "modules/packages/packages_module.h"

#include <algorithm>

namespace vow::modules {

namespace {

template <class M>
std::unique_ptr<Module> make() {
    return std::make_unique<M>();
}

constexpr BundledModule modules[] = {
    {.name = "alternatives",
     .summary = "which of several programs has a common name",
     .make = make_alternatives_module,
     .home = Home::own_process},
    {"apt_repository", "repositories of packages for apt", make_apt_repository_module},
    {.name = "archive",
     .summary = "folders that have the files of an archive",
     .program = "vow-archives",
     .argument = "archive",
     .needs = "libarchive-dev"},
    {.name = "archives",
     .summary = "archives of folders, and their extraction",
     .program = "vow-archives",
     .needs = "libarchive-dev"},
    {"authorized_keys",
     "the keys with which a user may log in by ssh",
     make_authorized_keys_module},
    {.name = "certificates",
     .summary = "certificates of authorities that this host trusts",
     .make = make_certificates_module,
     .home = Home::own_process},
    {.name = "commands",
     .summary = "runs a command and judges it by its exit status",
     .make = make_commands_module,
     .home = Home::own_process},
    {.name = "cron",
     .summary = "jobs that cron runs",
     .make = make_cron_module,
     .home = Home::own_process},
    {"files", "files, directories and links: existence, content, permissions", make<FilesModule>},
    {.name = "git",
     .summary = "clones of git repositories",
     .make = make_git_module,
     .home = Home::own_process},
    {.name = "groups",
     .summary = "local groups and their members",
     .make = make_groups_module,
     .home = Home::own_process},
    {"hostname", "the name of this host, now and at boot", make_hostname_module},
    {"hosts", "names of addresses in /etc/hosts", make_hosts_module},
    {.name = "http",
     .summary = "downloads, and requests to web servers",
     .program = "vow-http",
     .needs = "libcurl4-openssl-dev"},
    {"ini", "values in INI files", make_ini_module},
    {"json", "values in JSON files", make<JsonModule>},
    {.name = "kernel_modules",
     .summary = "modules of the kernel, loaded now and at boot",
     .make = make_kernel_modules_module,
     .home = Home::own_process},
    {"line", "a line of a text file", make_line_module},
    {.name = "locale",
     .summary = "the language of this host, LANG",
     .make = make_locale_module,
     .home = Home::own_process},
    {.name = "mounts",
     .summary = "file systems that are mounted, now and at boot",
     .make = make_mounts_module,
     .home = Home::own_process},
    {.name = "nftables",
     .summary = "tables of netfilter, now and at boot",
     .make = make_nftables_module,
     .home = Home::own_process},
    {"noop", "changes nothing; the module to copy", make<NoopModule>},
    {.name = "packages",
     .summary = "software packages: installed, updated, removed",
     .make = make<PackagesModule>,
     .home = Home::own_process},
    {.name = "processes",
     .summary = "running processes: counted, signalled, stopped",
     .make = make_processes_module,
     .home = Home::own_process},
    {.name = "services",
     .summary = "services that run, stand still, and are started at boot",
     .make = make_services_module,
     .home = Home::own_process},
    {.name = "storage",
     .summary = "volumes: their content and free space, and what is mounted",
     .make = make_storage_module,
     .home = Home::own_process},
    {.name = "sudoers",
     .summary = "rules of sudo, in a file of their own",
     .make = make_sudoers_module,
     .home = Home::own_process},
    {"symlinks", "symbolic links to files and directories", make_symlinks_module},
    {"sysctl", "settings of the kernel, now and at boot", make_sysctl_module},
    {.name = "systemd",
     .summary = "systemd units: their files and their state",
     .make = make_systemd_module,
     .home = Home::own_process},
    {"timezone", "the time zone of this host", make_timezone_module},
    {.name = "users",
     .summary = "local user accounts",
     .make = make_users_module,
     .home = Home::own_process},
    {.name = "wait",
     .summary = "waits for a port, a path, a unit or a command",
     .make = make_wait_module,
     .home = Home::own_process},
};

} // namespace

std::span<const BundledModule> bundled_modules() {
    return modules;
}

const BundledModule* find_bundled_module(std::string_view name) {
    const auto* found = std::ranges::find(modules, name, &BundledModule::name);
    return found == std::end(modules) ? nullptr : found;
}

std::unique_ptr<Module> make_bundled_module(std::string_view name) {
    const BundledModule* found = find_bundled_module(name);
    return found == nullptr || found->make == nullptr ? nullptr : found->make();
}

} // namespace vow::modules
