#include "agent/machine/fact_families.h"

namespace vow::agent {
namespace {

constexpr std::string_view agent_classes[] = {
    "any", "agent", "promises", "community_edition", "cfengine*", "feature*"};
constexpr std::string_view agent_values[] = {"cf_version*"};

constexpr std::string_view location_values[] = {
    "bindir",
    "cf_agent",
    "cf_promises",
    "default_policy_path",
    "doc_root",
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
    "policy_entry_*",
    "resolv",
    "statedir",
    "workdir",
    "update_policy_path",
    "crontab",
};

constexpr std::string_view kernel_classes[] = {
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
constexpr std::string_view kernel_values[] = {
    "arch", "class", "long_arch", "os", "ostype", "release", "version"};

constexpr FactGroup table[] = {
    {agent_classes, agent_values, &discover_agent},
    {{}, location_values, &discover_locations},
    {kernel_classes, kernel_values, &discover_kernel},
};

} // namespace

std::span<const FactGroup> fact_groups() {
    return table;
}

} // namespace vow::agent
