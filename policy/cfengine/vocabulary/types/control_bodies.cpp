// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

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
    {"concurrent_types", ValueKind::strings, "[a-zA-Z0-9_]+"},
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

constexpr AttributeSyntax body_hub[] = {
    {"client_history_timeout", ValueKind::integer, "1,65535"},
    {"exclude_hosts", ValueKind::strings},
    {"export_zenoss", ValueKind::string, ".*", SyntaxStatus::removed},
    {"hub_schedule", ValueKind::strings},
    {"port", ValueKind::integer, "1,65535"},
    {"query_timeout", ValueKind::integer, "0,300"},
};

constexpr AttributeSyntax body_monitor[] = {
    {"forgetrate", ValueKind::real, "0,1"},
    {"histograms", ValueKind::option, "true,false,yes,no,on,off"},
    {"monitorfacility", ValueKind::option, "LOG_USER,LOG_DAEMON,LOG_LOCAL0,LOG_LOCAL1,LOG_LOCAL2,LOG_LOCAL3,LOG_LOCAL4,LOG_LOCAL5,LOG_LOCAL6,LOG_LOCAL7"},
    {"tcpdump", ValueKind::option, "true,false,yes,no,on,off"},
    {"tcpdumpcommand", ValueKind::string, "\"?(/.*)"},
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

constexpr TypeSyntax control_bodies_table[] = {
    {"agent", body_agent, BodyPlace::control},
    {"common", body_common, BodyPlace::control},
    {"executor", body_executor, BodyPlace::control},
    {"file", body_file, BodyPlace::control},
    {"hub", body_hub, BodyPlace::control},
    {"monitor", body_monitor, BodyPlace::control},
    {"runagent", body_runagent, BodyPlace::control},
    {"server", body_server, BodyPlace::control},
};

} // namespace

std::span<const TypeSyntax> control_bodies() { return control_bodies_table; }

} // namespace vow::cfengine::type_families
