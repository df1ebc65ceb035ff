#pragma once

#include "modules/sdk/cpp/module.h"

#include <memory>

namespace vow::modules {

// Each makes a bundled module, in whose file it is: for the table of them (bundled.cpp).

std::unique_ptr<Module> make_alternatives_module();
std::unique_ptr<Module> make_apt_repository_module();
std::unique_ptr<Module> make_authorized_keys_module();
std::unique_ptr<Module> make_certificates_module();
std::unique_ptr<Module> make_commands_module();
std::unique_ptr<Module> make_cron_module();
std::unique_ptr<Module> make_git_module();
std::unique_ptr<Module> make_groups_module();
std::unique_ptr<Module> make_hostname_module();
std::unique_ptr<Module> make_hosts_module();
std::unique_ptr<Module> make_ini_module();
std::unique_ptr<Module> make_kernel_modules_module();
std::unique_ptr<Module> make_line_module();
std::unique_ptr<Module> make_locale_module();
std::unique_ptr<Module> make_mounts_module();
std::unique_ptr<Module> make_nftables_module();
std::unique_ptr<Module> make_processes_module();
std::unique_ptr<Module> make_services_module();
std::unique_ptr<Module> make_storage_module();
std::unique_ptr<Module> make_sudoers_module();
std::unique_ptr<Module> make_symlinks_module();
std::unique_ptr<Module> make_sysctl_module();
std::unique_ptr<Module> make_systemd_module();
std::unique_ptr<Module> make_timezone_module();
std::unique_ptr<Module> make_users_module();
std::unique_ptr<Module> make_wait_module();

} // namespace vow::modules
