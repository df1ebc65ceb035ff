// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

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

constexpr AttributeSyntax promise_events[] = {
    {"then", ValueKind::bundle},
    {"when", ValueKind::body},
};

constexpr AttributeSyntax promise_measurements[] = {
    {"data_type", ValueKind::option, "counter,int,real,string,slist"},
    {"history_type", ValueKind::option, "weekly,scalar,static,log"},
    {"match_value", ValueKind::body},
    {"stream_type", ValueKind::option, "pipe,file"},
    {"units", ValueKind::string},
};

constexpr AttributeSyntax promise_roles[] = {
    {"authorize", ValueKind::strings},
};

constexpr TypeSyntax daemon_promises_table[] = {
    {"access", promise_access},
    {"events", promise_events},
    {"measurements", promise_measurements},
    {"roles", promise_roles},
};

} // namespace

std::span<const TypeSyntax> daemon_promises() { return daemon_promises_table; }

} // namespace vow::cfengine::type_families
