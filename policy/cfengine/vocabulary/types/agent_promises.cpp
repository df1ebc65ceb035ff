// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

constexpr AttributeSyntax promise_commands[] = {
    {"arglist", ValueKind::strings, ".*"},
    {"args", ValueKind::string},
    {"contain", ValueKind::body},
    {"inform", ValueKind::option, "true,false,yes,no,on,off"},
    {"module", ValueKind::option, "true,false,yes,no,on,off"},
};

constexpr AttributeSyntax promise_databases[] = {
    {"database_columns", ValueKind::strings, ".*"},
    {"database_operation", ValueKind::option, "create,delete,drop,cache,verify,restore"},
    {"database_rows", ValueKind::strings, ".*,.*"},
    {"database_server", ValueKind::body},
    {"database_type", ValueKind::option, "sql,ms_registry"},
    {"registry_exclude", ValueKind::strings},
};

constexpr AttributeSyntax promise_files[] = {
    {"acl", ValueKind::body},
    {"changes", ValueKind::body},
    {"content", ValueKind::string, ".*"},
    {"copy_from", ValueKind::body},
    {"create", ValueKind::option, "true,false,yes,no,on,off"},
    {"delete", ValueKind::body},
    {"depth_search", ValueKind::body},
    {"edit_defaults", ValueKind::body},
    {"edit_line", ValueKind::bundle},
    {"edit_template", ValueKind::string, "\"?(/.*)"},
    {"edit_template_string", ValueKind::string, ".*"},
    {"edit_xml", ValueKind::bundle},
    {"file_select", ValueKind::body},
    {"file_type", ValueKind::option, "regular,fifo"},
    {"fsattrs", ValueKind::body},
    {"link_from", ValueKind::body},
    {"move_obstructions", ValueKind::option, "true,false,yes,no,on,off"},
    {"pathtype", ValueKind::option, "literal,regex,guess"},
    {"perms", ValueKind::body},
    {"rename", ValueKind::body},
    {"repository", ValueKind::string, "\"?(/.*)"},
    {"template_data", ValueKind::data},
    {"template_method", ValueKind::option, "cfengine,inline_mustache,mustache"},
    {"touch", ValueKind::option, "true,false,yes,no,on,off"},
    {"transformer", ValueKind::string, "\"?(/.*)"},
    {"validate", ValueKind::string, ".+"},
};

constexpr AttributeSyntax promise_guest_environments[] = {
    {"environment_host", ValueKind::string, "[a-zA-Z0-9_]+"},
    {"environment_interface", ValueKind::body},
    {"environment_resources", ValueKind::body},
    {"environment_state", ValueKind::option, "create,delete,running,suspended,down"},
    {"environment_type", ValueKind::option, "xen,kvm,esx,vbox,test,xen_net,kvm_net,esx_net,test_net,zone,ec2,eucalyptus"},
};

constexpr AttributeSyntax promise_methods[] = {
    {"inherit", ValueKind::option, "true,false,yes,no,on,off"},
    {"usebundle", ValueKind::bundle},
    {"useresult", ValueKind::string, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
};

constexpr AttributeSyntax promise_packages[] = {
    {"additional_packages", ValueKind::strings},
    {"architecture", ValueKind::string},
    {"options", ValueKind::strings},
    {"package_architectures", ValueKind::strings},
    {"package_method", ValueKind::body},
    {"package_module", ValueKind::body},
    {"package_policy", ValueKind::option, "add,delete,reinstall,update,addupdate,patch,verify"},
    {"package_select", ValueKind::option, ">,<,==,!=,>=,<="},
    {"package_version", ValueKind::string},
    {"policy", ValueKind::option, "absent,present"},
    {"removals", ValueKind::option, "true,false,yes,no,on,off"},
    {"version", ValueKind::string},
};

constexpr AttributeSyntax promise_processes[] = {
    {"process_count", ValueKind::body},
    {"process_select", ValueKind::body},
    {"process_stop", ValueKind::string, "\"?(/.*)"},
    {"restart_class", ValueKind::string, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"signals", ValueKind::strings, "(?i)(hup|int|trap|kill|pipe|cont|abrt|stop|quit|term|child|usr1|usr2|bus|segv|[0-9]+s?)"},
};

constexpr AttributeSyntax promise_services[] = {
    {"service_dependencies", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"service_method", ValueKind::body},
    {"service_policy", ValueKind::string},
};

constexpr AttributeSyntax promise_storage[] = {
    {"mount", ValueKind::body},
    {"volume", ValueKind::body},
};

constexpr AttributeSyntax promise_users[] = {
    {"description", ValueKind::string},
    {"group_primary", ValueKind::string},
    {"groups_secondary", ValueKind::strings, ".*"},
    {"home_bundle", ValueKind::bundle},
    {"home_bundle_inherit", ValueKind::option, "true,false,yes,no,on,off"},
    {"home_dir", ValueKind::string, "\"?(/.*)"},
    {"password", ValueKind::body},
    {"policy", ValueKind::option, "present,absent,locked"},
    {"shell", ValueKind::string, "\"?(/.*)"},
    {"uid", ValueKind::integer, "-99999999999,99999999999"},
};

constexpr TypeSyntax agent_promises_table[] = {
    {"commands", promise_commands},
    {"databases", promise_databases},
    {"files", promise_files},
    {"guest_environments", promise_guest_environments},
    {"methods", promise_methods},
    {"packages", promise_packages},
    {"processes", promise_processes},
    {"services", promise_services},
    {"storage", promise_storage},
    {"users", promise_users},
};

} // namespace

std::span<const TypeSyntax> agent_promises() { return agent_promises_table; }

} // namespace vow::cfengine::type_families
