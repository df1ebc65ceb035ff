#include "policy/cfengine/checking/known_names.h"

#include <algorithm>
#include <array>
#include <span>

namespace vow::cfengine {

namespace {

constexpr std::string_view kernels[] = {
    "aix", "darwin", "freebsd", "hpux", "linux", "netbsd", "openbsd", "solaris", "windows"};
constexpr std::string_view weekdays[] = {
    "Friday", "Monday", "Saturday", "Sunday", "Thursday", "Tuesday", "Wednesday"};
constexpr std::string_view months[] = {
    "April",
    "August",
    "December",
    "February",
    "January",
    "July",
    "June",
    "March",
    "May",
    "November",
    "October",
    "September"};
constexpr std::string_view shifts[] = {"Afternoon", "Evening", "Morning", "Night"};
constexpr std::array<std::span<const std::string_view>, 4> exclusive = {
    kernels, weekdays, months, shifts};

/// Classes of platforms, machines and agents that have no common beginning.
constexpr std::string_view others[] = {
    "DEBUG",
    "trigger_upgrade",
    "SUSE",
    "SuSE",
    "agent",
    "alpine",
    "am_policy_hub",
    "android",
    "any",
    "archlinux",
    "arm",
    "bootstrap_mode",
    "bsd",
    "cfengine",
    "common",
    "community",
    "community_edition",
    "container",
    "cygwin",
    "debug_mode",
    "docker",
    "enterprise",
    "enterprise_edition",
    "executor",
    "failsafe_fallback",
    "fedora",
    "gentoo",
    "have_aptitude",
    "hub",
    "inform_mode",
    "ios",
    "kvm",
    "lsb_compliant",
    "mac",
    "macos",
    "mandrake",
    "mandriva",
    "mingw",
    "monitor",
    "nova",
    "nova_edition",
    "nt",
    "openvz",
    "osx",
    "policy_server",
    "power",
    "quiet_mode",
    "redhat",
    "root",
    "rhel",
    "runagent",
    "server",
    "sles",
    "smartmachine",
    "smartos",
    "sparc",
    "sun4u",
    "sun4v",
    "sunos",
    "suse",
    "systemd",
    "termux",
    "undefined_domain",
    "update_mode",
    "verbose_mode",
    "virt_guest_vz",
    "virt_host_vz",
    "vmware",
    "vserver",
    "xen",
    "xen_dom0",
    "xen_domu_hv",
    "xen_domu_pv",
};

/// The beginnings of classes that a host has by its release, address, time or measurements.
constexpr std::string_view beginnings[] = {
    "DEBUG_",   "Day",        "GMT_",        "Hr",           "Lcycle_",  "Min",
    "Yr",       "almalinux",  "amazon",      "any_",         "aix_",     "arch_",
    "cf_",      "centos",     "cfengine_",   "compiled_on_", "cpu",      "cumulus",
    "debian",   "disk_",      "diskfree_",   "ec2",          "entropy_", "feature_",
    "fedora_",  "freebsd_",   "hpux_",       "ip6_",         "ipv4_",    "ipv6_",
    "linux_",   "linuxmint",  "loadavg_",    "mac_",         "macos_",   "messages_",
    "mpf_",     "net_iface_", "opt_",        "opensuse",     "oracle",   "powerpc",
    "ppc",      "raspbian",   "redhat_",     "rhel_",        "rocky",    "root_procs_",
    "s390",     "sles_",      "slackware",   "solaris_",     "sparc",    "sunos_",
    "suse_",    "ubuntu",     "user_procs_", "users_",       "virt_",    "vmware_",
    "windows_", "www_",       "xen_",
};

/// The ends of the names of hosts, and of measurements.
constexpr std::string_view endings[] = {
    "_anomaly", "_com",   "_corp", "_de",           "_dev1",      "_dev2",       "_edu",
    "_eu",      "_gov",   "_high", "_int",          "_int_ra",    "_io",         "_internal",
    "_lan",     "_local", "_low",  "_microanomaly", "_net",       "_normal",     "_org",
    "_uk",      "_64",    "_bit",  "_cpus",         "_cpusocket", "_cpusockets",
};

constexpr std::string_view facts[] = {
    "agent_version",
    "arch",
    "bindir",
    "cdate",
    "cf_agent",
    "cf_check",
    "cf_execd",
    "cf_hub",
    "cf_key",
    "cf_monitord",
    "cf_net",
    "cf_php_fpm",
    "cf_promises",
    "cf_reactor",
    "cf_runagent",
    "cf_secret",
    "cf_serverd",
    "cf_twin",
    "cf_upgrade",
    "cf_version",
    "cfengine_role",
    "cfengine_roles",
    "class",
    "cpus",
    "crontab",
    "date",
    "default_policy_path",
    "doc_root",
    "domain",
    "enterprise_version",
    "expires",
    "exports",
    "failsafe_policy_path",
    "flavor",
    "flavour",
    "fqhost",
    "fstab",
    "hardware_addresses",
    "hardware_flags",
    "hardware_mac",
    "host",
    "inet",
    "inet6",
    "inputdir",
    "interface",
    "interface_flags",
    "interfaces",
    "interfaces_data",
    "ip2iface",
    "ip_addresses",
    "ipv4",
    "key_digest",
    "last_policy_update",
    "libdir",
    "local_libdir",
    "localdir",
    "logdir",
    "long_arch",
    "maildir",
    "masterdir",
    "moduledir",
    "nova_version",
    "os",
    "os_name_human",
    "os_release",
    "os_version_major",
    "os_version_minor",
    "ostype",
    "piddir",
    "policy_entry_basename",
    "policy_entry_dirname",
    "policy_entry_filename",
    "policy_hub",
    "policy_hub_port",
    "policy_server",
    "release",
    "resolv",
    "statedir",
    "sysday",
    "systime",
    "uname",
    "update_policy_path",
    "uptime",
    "uqhost",
    "user",
    "user_data",
    "version",
    "windir",
    "winprogdir",
    "winprogdir86",
    "winsysdir",
    "workdir",
};

constexpr std::string_view digits = "0123456789";

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

/// "Hr" of "Hr09", "Day" of "Day3", "Yr" of "Yr2026"; empty for other names.
std::string_view counted(std::string_view name) {
    const std::size_t digit = std::min(name.find_first_of(digits), name.size());
    const std::string_view word = name.substr(0, digit);
    const bool is_number =
        digit < name.size() && name.find_first_not_of(digits, digit) == name.npos;
    const bool is_time = word == "Hr" || word == "Day" || word == "Yr" || word == "Lcycle_";
    return is_number && is_time ? word : std::string_view();
}

/// The number at the end of a class of time, so that "Hr09" is "Hr9".
std::string_view number_of(std::string_view name) {
    name.remove_prefix(std::min(name.find_first_of(digits), name.size()));
    while (name.size() > 1 && name.starts_with('0'))
        name.remove_prefix(1);
    return name;
}

} // namespace

bool may_be_hard_class(std::string_view name) {
    const bool is_listed =
        is_one_of(others, name) || std::ranges::any_of(exclusive, [name](const auto& group) {
            return is_one_of(group, name);
        });
    if (is_listed || name.empty()) return true;
    if (digits.find(name.back()) != digits.npos || digits.find(name.front()) != digits.npos)
        return true;
    return std::ranges::any_of(
               beginnings, [name](std::string_view word) { return name.starts_with(word); }
           ) ||
           std::ranges::any_of(endings, [name](std::string_view word) {
               return name.ends_with(word);
           });
}

bool are_exclusive_classes(std::string_view first, std::string_view second) {
    if (first == second) return false;
    const std::string_view word = counted(first);
    if (!word.empty() && word == counted(second)) return number_of(first) != number_of(second);
    return std::ranges::any_of(exclusive, [&](const auto& group) {
        return is_one_of(group, first) && is_one_of(group, second);
    });
}

bool may_be_fact(std::string_view name) {
    return is_one_of(facts, name) || name.starts_with("ipv4_") || name.starts_with("ipv6");
}

} // namespace vow::cfengine
