// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

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

constexpr AttributeSyntax body_printfile[] = {
    {"file_to_print", ValueKind::string, "\"?(/.*)"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"number_of_lines", ValueKind::integer, "-99999999999,99999999999"},
};

constexpr TypeSyntax common_bodies_table[] = {
    {"action", body_action},
    {"classes", body_classes},
    {"printfile", body_printfile},
};

} // namespace

std::span<const TypeSyntax> common_bodies() { return common_bodies_table; }

} // namespace vow::cfengine::type_families
