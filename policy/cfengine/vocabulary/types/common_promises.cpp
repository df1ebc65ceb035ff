// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

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

constexpr AttributeSyntax promise_defaults[] = {
    {"if_match_regex", ValueKind::string},
    {"slist", ValueKind::strings},
    {"string", ValueKind::string},
};

constexpr AttributeSyntax promise_meta[] = {
    {"data", ValueKind::data},
    {"slist", ValueKind::strings},
    {"string", ValueKind::string},
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

constexpr TypeSyntax common_promises_table[] = {
    {"classes", promise_classes},
    {"defaults", promise_defaults},
    {"meta", promise_meta},
    {"reports", promise_reports},
    {"vars", promise_vars},
};

} // namespace

std::span<const TypeSyntax> common_promises() { return common_promises_table; }

} // namespace vow::cfengine::type_families
