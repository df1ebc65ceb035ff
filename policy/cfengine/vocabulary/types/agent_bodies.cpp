// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

constexpr AttributeSyntax body_contain[] = {
    {"chdir", ValueKind::string, "\"?(/.*)"},
    {"chroot", ValueKind::string, "\"?(/.*)"},
    {"exec_group", ValueKind::string},
    {"exec_owner", ValueKind::string},
    {"exec_timeout", ValueKind::integer, "1,3600"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"no_output", ValueKind::option, "true,false,yes,no,on,off"},
    {"preview", ValueKind::option, "true,false,yes,no,on,off"},
    {"umask", ValueKind::string},
    {"useshell", ValueKind::option, "noshell,useshell,powershell,true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_database_server[] = {
    {"db_server_connection_db", ValueKind::string},
    {"db_server_host", ValueKind::string},
    {"db_server_owner", ValueKind::string},
    {"db_server_password", ValueKind::string},
    {"db_server_type", ValueKind::option, "postgres,mysql"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr AttributeSyntax body_environment_interface[] = {
    {"env_addresses", ValueKind::strings},
    {"env_name", ValueKind::string},
    {"env_network", ValueKind::string},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr AttributeSyntax body_environment_resources[] = {
    {"env_baseline", ValueKind::string, "\"?(/.*)"},
    {"env_cpus", ValueKind::integer, "0,99999999999"},
    {"env_disk", ValueKind::integer, "0,99999999999"},
    {"env_memory", ValueKind::integer, "0,99999999999"},
    {"env_spec", ValueKind::string, ".*"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr AttributeSyntax body_package_method[] = {
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"package_add_command", ValueKind::string, ".+"},
    {"package_arch_regex", ValueKind::string},
    {"package_changes", ValueKind::option, "individual,bulk"},
    {"package_commands_useshell", ValueKind::option, "true,false,yes,no,on,off"},
    {"package_default_arch_command", ValueKind::string, "\"?(/.*)"},
    {"package_delete_command", ValueKind::string, ".+"},
    {"package_delete_convention", ValueKind::string},
    {"package_file_repositories", ValueKind::strings},
    {"package_installed_regex", ValueKind::string},
    {"package_list_arch_regex", ValueKind::string},
    {"package_list_command", ValueKind::string, ".+"},
    {"package_list_name_regex", ValueKind::string},
    {"package_list_update_command", ValueKind::string},
    {"package_list_update_ifelapsed", ValueKind::integer, "-99999999999,99999999999"},
    {"package_list_version_regex", ValueKind::string},
    {"package_multiline_start", ValueKind::string},
    {"package_name_convention", ValueKind::string},
    {"package_name_regex", ValueKind::string},
    {"package_noverify_regex", ValueKind::string},
    {"package_noverify_returncode", ValueKind::integer, "-99999999999,99999999999"},
    {"package_patch_arch_regex", ValueKind::string},
    {"package_patch_command", ValueKind::string, ".+"},
    {"package_patch_installed_regex", ValueKind::string},
    {"package_patch_list_command", ValueKind::string, ".+"},
    {"package_patch_name_regex", ValueKind::string},
    {"package_patch_version_regex", ValueKind::string},
    {"package_update_command", ValueKind::string, ".+"},
    {"package_verify_command", ValueKind::string, ".+"},
    {"package_version_equal_command", ValueKind::string, ".+"},
    {"package_version_less_command", ValueKind::string, ".+"},
    {"package_version_regex", ValueKind::string},
};

constexpr AttributeSyntax body_package_module[] = {
    {"default_options", ValueKind::strings},
    {"interpreter", ValueKind::string},
    {"module_path", ValueKind::string},
    {"query_installed_ifelapsed", ValueKind::integer, "-99999999999,99999999999"},
    {"query_updates_ifelapsed", ValueKind::integer, "-99999999999,99999999999"},
};

constexpr AttributeSyntax body_password[] = {
    {"data", ValueKind::string},
    {"format", ValueKind::option, "plaintext,hash"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr AttributeSyntax body_process_count[] = {
    {"in_range_define", ValueKind::strings},
    {"inherit_from", ValueKind::body},
    {"match_range", ValueKind::integer_range, "0,99999999999"},
    {"meta", ValueKind::strings},
    {"out_of_range_define", ValueKind::strings},
};

constexpr AttributeSyntax body_process_select[] = {
    {"command", ValueKind::string},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"pgid", ValueKind::integer_range, "0,99999999999"},
    {"pid", ValueKind::integer_range, "0,99999999999"},
    {"ppid", ValueKind::integer_range, "0,99999999999"},
    {"priority", ValueKind::integer_range, "-20,+20"},
    {"process_owner", ValueKind::strings},
    {"process_result", ValueKind::string, "[(process_owner|pid|ppid||pgid|rsize|vsize|status|command|ttime|stime|tty|priority|threads)[|&!.]*]*"},
    {"rsize", ValueKind::integer_range, "0,99999999999"},
    {"status", ValueKind::string},
    {"stime_range", ValueKind::integer_range, "0,2147483647"},
    {"threads", ValueKind::integer_range, "0,99999999999"},
    {"ttime_range", ValueKind::integer_range, "0,99999999999"},
    {"tty", ValueKind::string},
    {"vsize", ValueKind::integer_range, "0,99999999999"},
};

constexpr AttributeSyntax body_service_method[] = {
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"service_args", ValueKind::string},
    {"service_autostart_policy", ValueKind::option, "none,boot_time,on_demand"},
    {"service_bundle", ValueKind::bundle},
    {"service_dependence_chain", ValueKind::option, "ignore,start_parent_services,stop_child_services,all_related"},
    {"service_type", ValueKind::option, "windows,generic"},
};

constexpr TypeSyntax agent_bodies_table[] = {
    {"contain", body_contain},
    {"database_server", body_database_server},
    {"environment_interface", body_environment_interface},
    {"environment_resources", body_environment_resources},
    {"package_method", body_package_method},
    {"package_module", body_package_module},
    {"password", body_password},
    {"process_count", body_process_count},
    {"process_select", body_process_select},
    {"service_method", body_service_method},
};

} // namespace

std::span<const TypeSyntax> agent_bodies() { return agent_bodies_table; }

} // namespace vow::cfengine::type_families
