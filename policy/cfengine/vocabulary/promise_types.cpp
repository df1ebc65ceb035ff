// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/syntax_table.h"

namespace vow::cfengine {

namespace {

constexpr AttributeSyntax every_promise[] = {
    {"action", ValueKind::body},
    {"classes", ValueKind::body},
    {"comment", ValueKind::string},
    {"depends_on", ValueKind::strings},
    {"handle", ValueKind::string},
    {"if", ValueKind::string},
    {"ifvarclass", ValueKind::string},
    {"meta", ValueKind::strings},
    {"unless", ValueKind::string},
    {"with", ValueKind::string},
};

constexpr AttributeSyntax promise_access[] = {
    {"admit", ValueKind::strings},
    {"admit_hostnames", ValueKind::strings},
    {"admit_ips", ValueKind::strings},
    {"admit_keys", ValueKind::strings},
    {"deny", ValueKind::strings},
    {"deny_hostnames", ValueKind::strings},
    {"deny_ips", ValueKind::strings},
    {"deny_keys", ValueKind::strings},
    {"ifencrypted", ValueKind::option, "true,false,yes,no,on,off"},
    {"maproot", ValueKind::strings},
    {"report_data_select", ValueKind::body},
    {"resource_type", ValueKind::option, "path,literal,context,query,variable,bundle"},
    {"shortcut", ValueKind::string},
};

constexpr AttributeSyntax promise_build_xpath[] = {
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
};

constexpr AttributeSyntax promise_classes[] = {
    {"and", ValueKind::conditions, "[a-zA-Z0-9_!&@@$|.()\\[\\]{}:]+"},
    {"cancel", ValueKind::option, "true,false,yes,no,on,off"},
    {"dist", ValueKind::reals, "-9.99999E100,9.99999E100"},
    {"expression", ValueKind::condition, "[a-zA-Z0-9_!&@@$|.()\\[\\]{}:]+"},
    {"not", ValueKind::condition, "[a-zA-Z0-9_!&@@$|.()\\[\\]{}:]+"},
    {"or", ValueKind::conditions, "[a-zA-Z0-9_!&@@$|.()\\[\\]{}:]+"},
    {"persistence", ValueKind::integer, "0,99999999999"},
    {"scope", ValueKind::option, "namespace,bundle"},
    {"select_class", ValueKind::conditions, "[a-zA-Z0-9_!&@@$|.()\\[\\]{}:]+"},
    {"timer_policy", ValueKind::option, "absolute,reset"},
    {"xor", ValueKind::conditions, "[a-zA-Z0-9_!&@@$|.()\\[\\]{}:]+"},
};

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

constexpr AttributeSyntax promise_defaults[] = {
    {"if_match_regex", ValueKind::string},
    {"slist", ValueKind::strings},
    {"string", ValueKind::string},
};

constexpr AttributeSyntax promise_delete_attribute[] = {
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
};

constexpr AttributeSyntax promise_delete_lines[] = {
    {"delete_select", ValueKind::body},
    {"not_matching", ValueKind::option, "true,false,yes,no,on,off"},
    {"select_region", ValueKind::body},
};

constexpr AttributeSyntax promise_delete_text[] = {
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
};

constexpr AttributeSyntax promise_delete_tree[] = {
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
};

constexpr AttributeSyntax promise_events[] = {
    {"then", ValueKind::bundle},
    {"when", ValueKind::body},
};

constexpr AttributeSyntax promise_field_edits[] = {
    {"edit_field", ValueKind::body},
    {"select_region", ValueKind::body},
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
};

constexpr AttributeSyntax promise_guest_environments[] = {
    {"environment_host", ValueKind::string, "[a-zA-Z0-9_]+"},
    {"environment_interface", ValueKind::body},
    {"environment_resources", ValueKind::body},
    {"environment_state", ValueKind::option, "create,delete,running,suspended,down"},
    {"environment_type", ValueKind::option, "xen,kvm,esx,vbox,test,xen_net,kvm_net,esx_net,test_net,zone,ec2,eucalyptus"},
};

constexpr AttributeSyntax promise_insert_lines[] = {
    {"expand_scalars", ValueKind::option, "true,false,yes,no,on,off"},
    {"insert_select", ValueKind::body},
    {"insert_type", ValueKind::option, "literal,string,file,file_preserve_block,preserve_block,preserve_all_lines"},
    {"location", ValueKind::body},
    {"select_region", ValueKind::body},
    {"whitespace_policy", ValueKind::options, "ignore_leading,ignore_trailing,ignore_embedded,exact_match"},
};

constexpr AttributeSyntax promise_insert_text[] = {
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
};

constexpr AttributeSyntax promise_insert_tree[] = {
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
};

constexpr AttributeSyntax promise_measurements[] = {
    {"data_type", ValueKind::option, "counter,int,real,string,slist"},
    {"history_type", ValueKind::option, "weekly,scalar,static,log"},
    {"match_value", ValueKind::body},
    {"stream_type", ValueKind::option, "pipe,file"},
    {"units", ValueKind::string},
};

constexpr AttributeSyntax promise_meta[] = {
    {"data", ValueKind::data},
    {"slist", ValueKind::strings},
    {"string", ValueKind::string},
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
    {"version", ValueKind::string},
};

constexpr AttributeSyntax promise_processes[] = {
    {"process_count", ValueKind::body},
    {"process_select", ValueKind::body},
    {"process_stop", ValueKind::string, "\"?(/.*)"},
    {"restart_class", ValueKind::string, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"signals", ValueKind::strings, "(?i)(hup|int|trap|kill|pipe|cont|abrt|stop|quit|term|child|usr1|usr2|bus|segv|[0-9]+s?)"},
};

constexpr AttributeSyntax promise_replace_patterns[] = {
    {"allow_non_convergent", ValueKind::option, "true,false,yes,no,on,off"},
    {"replace_with", ValueKind::body},
    {"select_region", ValueKind::body},
};

constexpr AttributeSyntax promise_reports[] = {
    {"bundle_return_value_index", ValueKind::string, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"friend_pattern", ValueKind::string},
    {"intermittency", ValueKind::real, "0,1"},
    {"lastseen", ValueKind::integer, "0,99999999999"},
    {"printfile", ValueKind::body},
    {"report_to_file", ValueKind::string, "\"?(/.*)"},
    {"showstate", ValueKind::strings},
};

constexpr AttributeSyntax promise_roles[] = {
    {"authorize", ValueKind::strings},
};

constexpr AttributeSyntax promise_services[] = {
    {"service_dependencies", ValueKind::strings, "[a-zA-Z0-9_$(){}\\[\\].:]+"},
    {"service_method", ValueKind::body},
    {"service_policy", ValueKind::string},
};

constexpr AttributeSyntax promise_set_attribute[] = {
    {"attribute_value", ValueKind::string},
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
};

constexpr AttributeSyntax promise_set_text[] = {
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
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

constexpr AttributeSyntax promise_vars[] = {
    {"data", ValueKind::data},
    {"ilist", ValueKind::integers, "-99999999999,99999999999"},
    {"int", ValueKind::integer, "-99999999999,99999999999"},
    {"policy", ValueKind::option, "free,overridable,constant,ifdefined"},
    {"real", ValueKind::real, "-9.99999E100,9.99999E100"},
    {"rlist", ValueKind::reals, "-9.99999E100,9.99999E100"},
    {"slist", ValueKind::strings},
    {"string", ValueKind::string},
};

constexpr TypeSyntax promise_table[] = {
    {"access", promise_access},
    {"build_xpath", promise_build_xpath},
    {"classes", promise_classes},
    {"commands", promise_commands},
    {"databases", promise_databases},
    {"defaults", promise_defaults},
    {"delete_attribute", promise_delete_attribute},
    {"delete_lines", promise_delete_lines},
    {"delete_text", promise_delete_text},
    {"delete_tree", promise_delete_tree},
    {"events", promise_events},
    {"field_edits", promise_field_edits},
    {"files", promise_files},
    {"guest_environments", promise_guest_environments},
    {"insert_lines", promise_insert_lines},
    {"insert_text", promise_insert_text},
    {"insert_tree", promise_insert_tree},
    {"measurements", promise_measurements},
    {"meta", promise_meta},
    {"methods", promise_methods},
    {"packages", promise_packages},
    {"processes", promise_processes},
    {"replace_patterns", promise_replace_patterns},
    {"reports", promise_reports},
    {"roles", promise_roles},
    {"services", promise_services},
    {"set_attribute", promise_set_attribute},
    {"set_text", promise_set_text},
    {"storage", promise_storage},
    {"users", promise_users},
    {"vars", promise_vars},
};

} // namespace

std::span<const AttributeSyntax> common_attributes() { return every_promise; }
std::span<const TypeSyntax> promise_types() { return promise_table; }

} // namespace vow::cfengine
