// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/syntax_table.h"

namespace vow::cfengine {

namespace {

constexpr AttributeSyntax body_acl[] = {
    {"aces", ValueKind::strings, "((user|group):[^:]+:[-=+,rwx()dtTabBpcoD]*(:(allow|deny))?)|((all|mask):[-=+,rwx()]*(:(allow|deny))?)"},
    {"acl_default", ValueKind::option, "nochange,access,specify,clear"},
    {"acl_directory_inherit", ValueKind::option, "nochange,parent,specify,clear", SyntaxStatus::deprecated},
    {"acl_inherit", ValueKind::option, "true,false,yes,no,on,off,nochange"},
    {"acl_method", ValueKind::option, "append,overwrite"},
    {"acl_type", ValueKind::option, "generic,posix,ntfs"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"specify_default_aces", ValueKind::strings, "((user|group):[^:]+:[-=+,rwx()dtTabBpcoD]*(:(allow|deny))?)|((all|mask):[-=+,rwx()]*(:(allow|deny))?)"},
    {"specify_inherit_aces", ValueKind::strings, "((user|group):[^:]+:[-=+,rwx()dtTabBpcoD]*(:(allow|deny))?)|((all|mask):[-=+,rwx()]*(:(allow|deny))?)", SyntaxStatus::deprecated},
};

constexpr AttributeSyntax body_action[] = {
    {"action_policy", ValueKind::option, "fix,warn,nop"},
    {"audit", ValueKind::option, "true,false,yes,no,on,off"},
    {"background", ValueKind::option, "true,false,yes,no,on,off"},
    {"expireafter", ValueKind::integer, "0,99999999999"},
    {"ifelapsed", ValueKind::integer, "0,99999999999"},
    {"inherit_from", ValueKind::body},
    {"log_failed", ValueKind::string, "stdout|udp_syslog|(\"?[a-zA-Z]:\\\\.*)|(/.*)"},
    {"log_kept", ValueKind::string, "stdout|udp_syslog|(\"?[a-zA-Z]:\\\\.*)|(/.*)"},
    {"log_level", ValueKind::option, "inform,verbose,error,log"},
    {"log_priority", ValueKind::option, "emergency,alert,critical,error,warning,notice,info,debug"},
    {"log_repaired", ValueKind::string, "stdout|udp_syslog|(\"?[a-zA-Z]:\\\\.*)|(/.*)"},
    {"log_string", ValueKind::string},
    {"measurement_class", ValueKind::string},
    {"meta", ValueKind::strings},
    {"report_level", ValueKind::option, "inform,verbose,error,log"},
    {"value_kept", ValueKind::real, "-9.99999E100,9.99999E100", SyntaxStatus::removed},
    {"value_notkept", ValueKind::real, "-9.99999E100,9.99999E100", SyntaxStatus::removed},
    {"value_repaired", ValueKind::real, "-9.99999E100,9.99999E100", SyntaxStatus::removed},
};

constexpr AttributeSyntax body_agent[] = {
    {"abortbundleclasses", ValueKind::strings, ".*"},
    {"abortclasses", ValueKind::strings, ".*"},
    {"addclasses", ValueKind::strings, ".*"},
    {"agentaccess", ValueKind::strings, ".*"},
    {"agentfacility", ValueKind::option, "LOG_USER,LOG_DAEMON,LOG_LOCAL0,LOG_LOCAL1,LOG_LOCAL2,LOG_LOCAL3,LOG_LOCAL4,LOG_LOCAL5,LOG_LOCAL6,LOG_LOCAL7"},
    {"allclassesreport", ValueKind::option, "true,false,yes,no,on,off"},
    {"alwaysvalidate", ValueKind::option, "true,false,yes,no,on,off"},
    {"auditing", ValueKind::option, "true,false,yes,no,on,off", SyntaxStatus::removed},
    {"binarypaddingchar", ValueKind::string, "", SyntaxStatus::removed},
    {"bindtointerface", ValueKind::string, ".*"},
    {"checksum_alert_time", ValueKind::integer, "0,60"},
    {"childlibpath", ValueKind::string, ".*"},
    {"copyfrom_restrict_keys", ValueKind::strings, ".*"},
    {"default_directory_create_mode", ValueKind::string, ".*"},
    {"default_repository", ValueKind::string, "\"?(/.*)"},
    {"default_timeout", ValueKind::integer, "0,99999999999"},
    {"defaultcopytype", ValueKind::option, "mtime,atime,ctime,digest,hash,binary"},
    {"dryrun", ValueKind::option, "true,false,yes,no,on,off"},
    {"editbinaryfilesize", ValueKind::integer, "0,99999999999"},
    {"editfilesize", ValueKind::integer, "0,99999999999"},
    {"environment", ValueKind::strings, "[A-Za-z0-9_]+=.*"},
    {"evaluation_order", ValueKind::string, "(classic|top_down)"},
    {"exclamation", ValueKind::option, "true,false,yes,no,on,off", SyntaxStatus::removed},
    {"expireafter", ValueKind::integer, "0,99999999999"},
    {"files_auto_define", ValueKind::strings},
    {"files_single_copy", ValueKind::strings},
    {"hashupdates", ValueKind::option, "true,false,yes,no,on,off"},
    {"hostnamekeys", ValueKind::option, "true,false,yes,no,on,off"},
    {"ifelapsed", ValueKind::integer, "0,99999999999"},
    {"inform", ValueKind::option, "true,false,yes,no,on,off"},
    {"intermittency", ValueKind::option, "true,false,yes,no,on,off"},
    {"max_children", ValueKind::integer, "0,99999999999"},
    {"maxconnections", ValueKind::integer, "0,99999999999"},
    {"mountfilesystems", ValueKind::option, "true,false,yes,no,on,off"},
    {"nonalphanumfiles", ValueKind::option, "true,false,yes,no,on,off"},
    {"refresh_processes", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"repchar", ValueKind::string, "."},
    {"report_class_log", ValueKind::option, "true,false,yes,no,on,off"},
    {"secureinput", ValueKind::option, "true,false,yes,no,on,off"},
    {"select_end_match_eof", ValueKind::option, "true,false,yes,no,on,off"},
    {"sensiblecount", ValueKind::integer, "0,99999999999"},
    {"sensiblesize", ValueKind::integer, "0,99999999999"},
    {"skipidentify", ValueKind::option, "true,false,yes,no,on,off"},
    {"suspiciousnames", ValueKind::strings},
    {"syslog", ValueKind::option, "true,false,yes,no,on,off", SyntaxStatus::removed},
    {"timezone", ValueKind::strings},
    {"track_value", ValueKind::option, "true,false,yes,no,on,off", SyntaxStatus::removed},
    {"verbose", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_changes[] = {
    {"hash", ValueKind::option, "md5,sha1,sha224,sha256,sha384,sha512,best"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"report_changes", ValueKind::option, "all,stats,content,none"},
    {"report_diffs", ValueKind::option, "true,false,yes,no,on,off"},
    {"update_hashes", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_classes[] = {
    {"cancel_kept", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"cancel_notkept", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"cancel_repaired", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"failed_returncodes", ValueKind::strings, "[-0-9_$(){}\\[\\].]+"},
    {"inherit_from", ValueKind::body},
    {"kept_returncodes", ValueKind::strings, "[-0-9_$(){}\\[\\].]+"},
    {"meta", ValueKind::strings},
    {"persist_time", ValueKind::integer, "0,99999999999"},
    {"promise_kept", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"promise_repaired", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"repair_denied", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"repair_failed", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"repair_timeout", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"repaired_returncodes", ValueKind::strings, "[-0-9_$(){}\\[\\].]+"},
    {"scope", ValueKind::option, "namespace,bundle"},
    {"timer_policy", ValueKind::option, "absolute,reset"},
};

constexpr AttributeSyntax body_common[] = {
    {"bundlesequence", ValueKind::strings, ".*"},
    {"bwlimit", ValueKind::real, "0,99999999999"},
    {"cache_system_functions", ValueKind::option, "true,false,yes,no,on,off"},
    {"domain", ValueKind::string, ".*"},
    {"evaluation_order", ValueKind::string, "(classic|top_down)"},
    {"fips_mode", ValueKind::option, "true,false,yes,no,on,off"},
    {"goal_patterns", ValueKind::strings},
    {"host_licenses_paid", ValueKind::integer, "0,99999999999", SyntaxStatus::removed},
    {"ignore_missing_bundles", ValueKind::option, "true,false,yes,no,on,off"},
    {"ignore_missing_inputs", ValueKind::option, "true,false,yes,no,on,off"},
    {"inputs", ValueKind::strings, ".*"},
    {"lastseenexpireafter", ValueKind::integer, "0,99999999999"},
    {"output_prefix", ValueKind::string},
    {"package_inventory", ValueKind::strings, ".*"},
    {"package_module", ValueKind::string, ".*"},
    {"protocol_version", ValueKind::option, "1,classic,2,tls,3,cookie,latest"},
    {"require_comments", ValueKind::option, "true,false,yes,no,on,off"},
    {"site_classes", ValueKind::conditions, "[a-zA-Z0-9_!&@@$|.()\\[\\]{}:]+"},
    {"syslog_host", ValueKind::string, "[a-zA-Z0-9_$(){}.:-]+"},
    {"syslog_port", ValueKind::integer, "0,99999999999"},
    {"system_log_level", ValueKind::string, "(critical|error|warning|notice|info)"},
    {"tls_ciphers", ValueKind::string},
    {"tls_min_version", ValueKind::string},
    {"version", ValueKind::string},
};

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

constexpr AttributeSyntax body_copy_from[] = {
    {"check_root", ValueKind::option, "true,false,yes,no,on,off"},
    {"collapse_destination_dir", ValueKind::option, "true,false,yes,no,on,off"},
    {"compare", ValueKind::option, "atime,mtime,ctime,digest,hash,exists,binary"},
    {"copy_backup", ValueKind::option, "true,false,timestamp"},
    {"copy_size", ValueKind::integer_range, "0,inf"},
    {"copylink_patterns", ValueKind::strings},
    {"encrypt", ValueKind::option, "true,false,yes,no,on,off"},
    {"findertype", ValueKind::option, "MacOSX"},
    {"force_ipv4", ValueKind::option, "true,false,yes,no,on,off"},
    {"force_update", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"link_type", ValueKind::option, "symlink,hardlink,relative,absolute"},
    {"linkcopy_patterns", ValueKind::strings},
    {"meta", ValueKind::strings},
    {"missing_ok", ValueKind::option, "true,false,yes,no,on,off"},
    {"portnumber", ValueKind::string},
    {"preserve", ValueKind::option, "true,false,yes,no,on,off"},
    {"protocol_version", ValueKind::option, "1,classic,2,tls,3,cookie,latest"},
    {"purge", ValueKind::option, "true,false,yes,no,on,off"},
    {"servers", ValueKind::strings, "[A-Za-z0-9_.:\\-\\[\\]]+"},
    {"source", ValueKind::string, ".+"},
    {"stealth", ValueKind::option, "true,false,yes,no,on,off"},
    {"timeout", ValueKind::integer, "1,3600"},
    {"trustkey", ValueKind::option, "true,false,yes,no,on,off"},
    {"type_check", ValueKind::option, "true,false,yes,no,on,off"},
    {"verify", ValueKind::option, "true,false,yes,no,on,off"},
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

constexpr AttributeSyntax body_delete[] = {
    {"dirlinks", ValueKind::option, "delete,tidy,keep"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"rmdirs", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_delete_select[] = {
    {"delete_if_contains_from_list", ValueKind::strings, ".*"},
    {"delete_if_match_from_list", ValueKind::strings, ".*"},
    {"delete_if_not_contains_from_list", ValueKind::strings, ".*"},
    {"delete_if_not_match_from_list", ValueKind::strings, ".*"},
    {"delete_if_not_startwith_from_list", ValueKind::strings, ".*"},
    {"delete_if_startwith_from_list", ValueKind::strings, ".*"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr AttributeSyntax body_depth_search[] = {
    {"depth", ValueKind::integer, "0,99999999999"},
    {"exclude_dirs", ValueKind::strings, ".*"},
    {"include_basedir", ValueKind::option, "true,false,yes,no,on,off"},
    {"include_dirs", ValueKind::strings, ".*"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"rmdeadlinks", ValueKind::option, "true,false,yes,no,on,off"},
    {"traverse_links", ValueKind::option, "true,false,yes,no,on,off"},
    {"xdev", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_edit_defaults[] = {
    {"edit_backup", ValueKind::option, "true,false,timestamp,rotate"},
    {"empty_file_before_editing", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"max_file_size", ValueKind::integer, "0,99999999999"},
    {"meta", ValueKind::strings},
    {"recognize_join", ValueKind::option, "true,false,yes,no,on,off"},
    {"rotate", ValueKind::integer, "0,99"},
};

constexpr AttributeSyntax body_edit_field[] = {
    {"allow_blank_fields", ValueKind::option, "true,false,yes,no,on,off"},
    {"extend_fields", ValueKind::option, "true,false,yes,no,on,off"},
    {"field_operation", ValueKind::option, "prepend,append,alphanum,delete,set"},
    {"field_separator", ValueKind::string, ".*"},
    {"field_value", ValueKind::string, ".*"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"select_field", ValueKind::integer, "0,99999999"},
    {"start_fields_from_zero", ValueKind::option, "true,false,yes,no,on,off"},
    {"value_separator", ValueKind::string, "^.$"},
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

constexpr AttributeSyntax body_executor[] = {
    {"agent_expireafter", ValueKind::integer, "0,10080"},
    {"exec_command", ValueKind::string, "\"?(/.*)"},
    {"executorfacility", ValueKind::option, "LOG_USER,LOG_DAEMON,LOG_LOCAL0,LOG_LOCAL1,LOG_LOCAL2,LOG_LOCAL3,LOG_LOCAL4,LOG_LOCAL5,LOG_LOCAL6,LOG_LOCAL7"},
    {"mailfilter_exclude", ValueKind::strings},
    {"mailfilter_include", ValueKind::strings},
    {"mailfrom", ValueKind::string, ".*@.*"},
    {"mailmaxlines", ValueKind::integer, "0,1000"},
    {"mailsubject", ValueKind::string},
    {"mailto", ValueKind::string, ".*@.*"},
    {"runagent_socket_allow_users", ValueKind::strings},
    {"schedule", ValueKind::strings},
    {"smtpport", ValueKind::integer, "0,10080"},
    {"smtpserver", ValueKind::string, ".*"},
    {"splaytime", ValueKind::integer, "0,99999999999"},
};

constexpr AttributeSyntax body_file[] = {
    {"evaluation_order", ValueKind::string, "(classic|top_down)"},
    {"inputs", ValueKind::strings, ".*"},
    {"namespace", ValueKind::string, "[a-zA-Z_][a-zA-Z0-9_]*"},
};

constexpr AttributeSyntax body_file_select[] = {
    {"atime", ValueKind::integer_range, "0,2147483647"},
    {"ctime", ValueKind::integer_range, "0,2147483647"},
    {"exec_program", ValueKind::string, "\"?(/.*)"},
    {"exec_regex", ValueKind::string, ".*"},
    {"file_result", ValueKind::string, "[!*(leaf_name|path_name|file_types|mode|size|owner|group|atime|ctime|mtime|issymlinkto|exec_regex|exec_program|bsdflags)[|&.]*]*"},
    {"file_types", ValueKind::options, "plain,reg,symlink,dir,socket,fifo,door,char,block"},
    {"inherit_from", ValueKind::body},
    {"issymlinkto", ValueKind::strings},
    {"leaf_name", ValueKind::strings},
    {"meta", ValueKind::strings},
    {"mtime", ValueKind::integer_range, "0,2147483647"},
    {"path_name", ValueKind::strings, "\"?(/.*)"},
    {"search_bsdflags", ValueKind::strings, "[+-]*[(arch|archived|nodump|opaque|sappnd|sappend|schg|schange|simmutable|sunlnk|sunlink|uappnd|uappend|uchg|uchange|uimmutable|uunlnk|uunlink)]+"},
    {"search_groups", ValueKind::strings},
    {"search_mode", ValueKind::strings, "[0-7augorwxst,+-=]+"},
    {"search_owners", ValueKind::strings},
    {"search_size", ValueKind::integer_range, "0,inf"},
};

constexpr AttributeSyntax body_fsattrs[] = {
    {"immutable", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr AttributeSyntax body_hub[] = {
    {"client_history_timeout", ValueKind::integer, "1,65535"},
    {"exclude_hosts", ValueKind::strings},
    {"export_zenoss", ValueKind::string, ".*", SyntaxStatus::removed},
    {"hub_schedule", ValueKind::strings},
    {"port", ValueKind::integer, "1,65535"},
    {"query_timeout", ValueKind::integer, "0,300"},
};

constexpr AttributeSyntax body_insert_select[] = {
    {"inherit_from", ValueKind::body},
    {"insert_if_contains_from_list", ValueKind::strings, ".*"},
    {"insert_if_match_from_list", ValueKind::strings, ".*"},
    {"insert_if_not_contains_from_list", ValueKind::strings, ".*"},
    {"insert_if_not_match_from_list", ValueKind::strings, ".*"},
    {"insert_if_not_startwith_from_list", ValueKind::strings, ".*"},
    {"insert_if_startwith_from_list", ValueKind::strings, ".*"},
    {"meta", ValueKind::strings},
};

constexpr AttributeSyntax body_link_from[] = {
    {"copy_patterns", ValueKind::strings},
    {"inherit_from", ValueKind::body},
    {"link_children", ValueKind::option, "true,false,yes,no,on,off"},
    {"link_type", ValueKind::option, "symlink,hardlink,relative,absolute"},
    {"meta", ValueKind::strings},
    {"source", ValueKind::string, ".+"},
    {"when_linking_children", ValueKind::option, "override_file,if_no_such_file"},
    {"when_no_source", ValueKind::option, "force,delete,nop"},
};

constexpr AttributeSyntax body_location[] = {
    {"before_after", ValueKind::option, "before,after"},
    {"first_last", ValueKind::option, "first,last"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"select_line_matching", ValueKind::string, ".*"},
};

constexpr AttributeSyntax body_match_value[] = {
    {"extraction_regex", ValueKind::string},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"select_line_matching", ValueKind::string, ".*"},
    {"select_line_number", ValueKind::integer, "0,99999999999"},
    {"select_multiline_policy", ValueKind::option, "average,sum,first,last"},
    {"track_growing_file", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_monitor[] = {
    {"forgetrate", ValueKind::real, "0,1"},
    {"histograms", ValueKind::option, "true,false,yes,no,on,off"},
    {"monitorfacility", ValueKind::option, "LOG_USER,LOG_DAEMON,LOG_LOCAL0,LOG_LOCAL1,LOG_LOCAL2,LOG_LOCAL3,LOG_LOCAL4,LOG_LOCAL5,LOG_LOCAL6,LOG_LOCAL7"},
    {"tcpdump", ValueKind::option, "true,false,yes,no,on,off"},
    {"tcpdumpcommand", ValueKind::string, "\"?(/.*)"},
};

constexpr AttributeSyntax body_mount[] = {
    {"edit_fstab", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"mount_options", ValueKind::strings},
    {"mount_server", ValueKind::string},
    {"mount_source", ValueKind::string, "\"?(/.*)"},
    {"mount_type", ValueKind::option, "nfs,nfs2,nfs3,nfs4,panfs,cifs"},
    {"unmount", ValueKind::option, "true,false,yes,no,on,off"},
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

constexpr AttributeSyntax body_perms[] = {
    {"bsdflags", ValueKind::strings, "[+-]*[(arch|archived|nodump|opaque|sappnd|sappend|schg|schange|simmutable|sunlnk|sunlink|uappnd|uappend|uchg|uchange|uimmutable|uunlnk|uunlink)]+"},
    {"groups", ValueKind::strings, "[a-zA-Z0-9_$.-]+"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"mode", ValueKind::string, "[0-7augorwxst,+-=]+"},
    {"owners", ValueKind::strings, "[a-zA-Z0-9_$.-]+"},
    {"rxdirs", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_printfile[] = {
    {"file_to_print", ValueKind::string, "\"?(/.*)"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"number_of_lines", ValueKind::integer, "-99999999999,99999999999"},
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

constexpr AttributeSyntax body_rename[] = {
    {"disable", ValueKind::option, "true,false,yes,no,on,off"},
    {"disable_mode", ValueKind::string, "[0-7augorwxst,+-=]+"},
    {"disable_suffix", ValueKind::string},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"newname", ValueKind::string},
    {"rotate", ValueKind::integer, "0,99"},
};

constexpr AttributeSyntax body_replace_with[] = {
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"occurrences", ValueKind::option, "all,first"},
    {"replace_value", ValueKind::string, ".*"},
};

constexpr AttributeSyntax body_report_data_select[] = {
    {"classes_exclude", ValueKind::strings, ".*", SyntaxStatus::removed},
    {"classes_include", ValueKind::strings, ".*", SyntaxStatus::removed},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"metatags_exclude", ValueKind::strings, ".*"},
    {"metatags_include", ValueKind::strings, ".*"},
    {"monitoring_exclude", ValueKind::strings, ".*"},
    {"monitoring_include", ValueKind::strings, ".*"},
    {"promise_handle_exclude", ValueKind::strings, ".*"},
    {"promise_handle_include", ValueKind::strings, ".*"},
    {"promise_notkept_log_exclude", ValueKind::strings, ".*", SyntaxStatus::removed},
    {"promise_notkept_log_include", ValueKind::strings, ".*", SyntaxStatus::removed},
    {"promise_repaired_log_exclude", ValueKind::strings, ".*", SyntaxStatus::removed},
    {"promise_repaired_log_include", ValueKind::strings, ".*", SyntaxStatus::removed},
    {"variables_exclude", ValueKind::strings, ".*", SyntaxStatus::removed},
    {"variables_include", ValueKind::strings, ".*", SyntaxStatus::removed},
};

constexpr AttributeSyntax body_runagent[] = {
    {"background_children", ValueKind::option, "true,false,yes,no,on,off"},
    {"encrypt", ValueKind::option, "true,false,yes,no,on,off"},
    {"force_ipv4", ValueKind::option, "true,false,yes,no,on,off"},
    {"hosts", ValueKind::strings},
    {"max_children", ValueKind::integer, "0,99999999999"},
    {"output_directory", ValueKind::string, "\"?(/.*)"},
    {"output_to_file", ValueKind::option, "true,false,yes,no,on,off"},
    {"port", ValueKind::integer, "1,65535"},
    {"timeout", ValueKind::integer, "1,9999"},
    {"trustkey", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax body_select_region[] = {
    {"include_end_delimiter", ValueKind::option, "true,false,yes,no,on,off"},
    {"include_start_delimiter", ValueKind::option, "true,false,yes,no,on,off"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"select_end", ValueKind::string, ".*"},
    {"select_end_match_eof", ValueKind::option, "true,false,yes,no,on,off"},
    {"select_start", ValueKind::string, ".*"},
};

constexpr AttributeSyntax body_server[] = {
    {"allowallconnects", ValueKind::strings},
    {"allowciphers", ValueKind::string},
    {"allowconnects", ValueKind::strings},
    {"allowlegacyconnects", ValueKind::strings},
    {"allowtlsversion", ValueKind::string},
    {"allowusers", ValueKind::strings},
    {"auditing", ValueKind::option, "true,false,yes,no,on,off"},
    {"bindtointerface", ValueKind::string},
    {"call_collect_interval", ValueKind::integer, "0,99999999999"},
    {"cfruncommand", ValueKind::string, ".+"},
    {"collect_window", ValueKind::integer, "0,99999999999"},
    {"denybadclocks", ValueKind::option, "true,false,yes,no,on,off"},
    {"denyconnects", ValueKind::strings},
    {"dynamicaddresses", ValueKind::strings},
    {"hostnamekeys", ValueKind::option, "true,false,yes,no,on,off"},
    {"keycacheTTL", ValueKind::integer, "0,99999999999", SyntaxStatus::removed},
    {"listen", ValueKind::option, "true,false,yes,no,on,off"},
    {"logallconnections", ValueKind::option, "true,false,yes,no,on,off"},
    {"logencryptedtransfers", ValueKind::option, "true,false,yes,no,on,off"},
    {"maxconnections", ValueKind::integer, "0,99999999999"},
    {"port", ValueKind::integer, "1,65535"},
    {"serverfacility", ValueKind::option, "LOG_USER,LOG_DAEMON,LOG_LOCAL0,LOG_LOCAL1,LOG_LOCAL2,LOG_LOCAL3,LOG_LOCAL4,LOG_LOCAL5,LOG_LOCAL6,LOG_LOCAL7"},
    {"skipverify", ValueKind::strings, "", SyntaxStatus::deprecated},
    {"trustkeysfrom", ValueKind::strings},
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

constexpr AttributeSyntax body_volume[] = {
    {"check_foreign", ValueKind::option, "true,false,yes,no,on,off"},
    {"freespace", ValueKind::string, "[0-9]+[MBkKgGmb%]"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"scan_arrivals", ValueKind::option, "true,false,yes,no,on,off"},
    {"sensible_count", ValueKind::integer, "0,99999999999"},
    {"sensible_size", ValueKind::integer, "0,99999999999"},
};

constexpr AttributeSyntax body_when[] = {
    {"files_deleted", ValueKind::strings, ".*"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr TypeSyntax body_table[] = {
    {"acl", body_acl},
    {"action", body_action},
    {"agent", body_agent, BodyPlace::control},
    {"changes", body_changes},
    {"classes", body_classes},
    {"common", body_common, BodyPlace::control},
    {"contain", body_contain},
    {"copy_from", body_copy_from},
    {"database_server", body_database_server},
    {"delete", body_delete},
    {"delete_select", body_delete_select},
    {"depth_search", body_depth_search},
    {"edit_defaults", body_edit_defaults},
    {"edit_field", body_edit_field},
    {"environment_interface", body_environment_interface},
    {"environment_resources", body_environment_resources},
    {"executor", body_executor, BodyPlace::control},
    {"file", body_file, BodyPlace::control},
    {"file_select", body_file_select},
    {"fsattrs", body_fsattrs},
    {"hub", body_hub, BodyPlace::control},
    {"insert_select", body_insert_select},
    {"link_from", body_link_from},
    {"location", body_location},
    {"match_value", body_match_value},
    {"monitor", body_monitor, BodyPlace::control},
    {"mount", body_mount},
    {"package_method", body_package_method},
    {"package_module", body_package_module},
    {"password", body_password},
    {"perms", body_perms},
    {"printfile", body_printfile},
    {"process_count", body_process_count},
    {"process_select", body_process_select},
    {"rename", body_rename},
    {"replace_with", body_replace_with},
    {"report_data_select", body_report_data_select},
    {"runagent", body_runagent, BodyPlace::control},
    {"select_region", body_select_region},
    {"server", body_server, BodyPlace::control},
    {"service_method", body_service_method},
    {"volume", body_volume},
    {"when", body_when},
};

} // namespace

std::span<const TypeSyntax> body_types() { return body_table; }

} // namespace vow::cfengine
