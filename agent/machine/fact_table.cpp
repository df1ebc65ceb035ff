#include "agent/machine/fact_group.h"

namespace vow::agent {
namespace {

using Name = std::string_view;

constexpr Name agent_classes[] = {
    "any",
    "agent",
    "common",
    "community_edition",
    "cfengine*",
    "feature*",
    "error_mode",
    "warning_mode",
    "notice_mode",
    "inform_mode",
    "verbose_mode",
    "debug_mode",
    "opt_dry_run",
    "ignore_preferred_augments"};
constexpr Name agent_values[] = {"cf_version*"};

constexpr Name bootstrap_classes[] = {"am_policy_hub", "policy_server"};
constexpr Name bootstrap_values[] = {"cfengine_role", "policy_hub"};
constexpr Name key_classes[] = {"PK_*"};
constexpr Name key_values[] = {"key_digest"};

constexpr Name location_values[] = {
    "bindir",
    "cf_*",
    "default_policy_path",
    "exports",
    "failsafe_policy_path",
    "fstab",
    "inputdir",
    "keydir",
    "libdir",
    "local_libdir",
    "logdir",
    "maildir",
    "masterdir",
    "moduledir",
    "piddir",
    "policy_*",
    "resolv",
    "statedir",
    "update_policy_path",
    "workdir",
};

constexpr Name kernel_classes[] = {
    "linux*",
    "compiled_on_linux_gnu",
    "32_bit",
    "64_bit",
    "x86_64",
    "i686",
    "aarch64",
    "arm*",
    "ppc64*",
    "s390x",
    "riscv*"};
constexpr Name kernel_values[] = {
    "arch", "class", "long_arch", "os", "ostype", "release", "version"};

constexpr Name clock_classes[] = {
    "GMT_*",   "Min*",      "Hr*",       "Q1",       "Q2",       "Q3",        "Q4",
    "Day*",    "Yr*",       "Lcycle_*",  "Night",    "Morning",  "Afternoon", "Evening",
    "Monday",  "Tuesday",   "Wednesday", "Thursday", "Friday",   "Saturday",  "Sunday",
    "January", "February",  "March",     "April",    "May",      "June",      "July",
    "August",  "September", "October",   "November", "December",
};
constexpr Name clock_values[] = {"cdate", "date", "sysday", "systime", "time_based_*", "uptime"};

constexpr Name release_values[] = {
    "doc_root", "flavor", "flavour", "os_name_human", "os_release", "os_version_*"};
constexpr Name init_classes[] = {"systemd"};

constexpr Name processor_classes[] = {"0*", "1*", "2*", "3*", "4*", "5*", "6*", "7*", "8*", "9*"};
constexpr Name processor_values[] = {"cpus", "cpusockets"};
constexpr Name account_values[] = {"crontab", "user_data"};

// An address is a class as well: 192_0_2_1, fe80__1.
constexpr Name interface_classes[] = {
    "net_iface_*",
    "mac_*",
    "ipv4_*",
    "ipv6_*",
    "0*",
    "1*",
    "2*",
    "3*",
    "4*",
    "5*",
    "6*",
    "7*",
    "8*",
    "9*",
    "fe80_*",
    "fd*",
    "fc*"};
constexpr Name interface_values[] = {
    "hardware_*",
    "interface",
    "interface_flags*",
    "interfaces",
    "ip2iface*",
    "ip_addresses",
    "ipv4*"};
constexpr Name inet6_values[] = {"inet6"};
constexpr Name route_classes[] = {"ipv4_gw_*"};
constexpr Name route_values[] = {"inet"};
constexpr Name traffic_values[] = {"interfaces_data"};

constexpr Name host_values[] = {"domain", "fqhost", "host", "uqhost"};

constexpr Name free_names[] = {any_name};

constexpr FactGroup table[] = {
    {agent_classes, agent_values, &discover_agent, "the program that runs, and its options"},
    {bootstrap_classes, bootstrap_values, &discover_bootstrap, "the policy server of this host"},
    {key_classes, key_values, &discover_key, "the host's public key"},
    {{}, location_values, &discover_locations, "folders and files of the agent and of the system"},
    {kernel_classes, kernel_values, &discover_kernel, "the kernel and the machine that it runs on"},
    {clock_classes, clock_values, &discover_clock, "the time of the run"},
    {init_classes, {}, &discover_init, "the program that starts the others"},
    {processor_classes, processor_values, &discover_processors, "the number of processors"},
    {{}, account_values, &discover_account, "the user who runs the agent"},
    {interface_classes,
     interface_values,
     &discover_interfaces,
     "network interfaces and their addresses"},
    {{}, inet6_values, &discover_inet6, "the IPv6 configuration"},
    {route_classes, route_values, &discover_routes, "the IPv4 routes"},
    {{}, traffic_values, &discover_traffic, "the traffic of the network interfaces"},
    {{}, host_values, &discover_qualified_name, "the host's names"},
    {free_names, release_values, &discover_release, "the distribution and its version"},
    {free_names, {}, &discover_own_name, "the host's names"},
};

} // namespace

std::span<const FactGroup> fact_groups() {
    return table;
}

} // namespace vow::agent
