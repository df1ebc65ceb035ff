// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

constexpr AttributeSyntax body_match_value[] = {
    {"extraction_regex", ValueKind::string},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"select_line_matching", ValueKind::string, ".*"},
    {"select_line_number", ValueKind::integer, "0,99999999999"},
    {"select_multiline_policy", ValueKind::option, "average,sum,first,last"},
    {"track_growing_file", ValueKind::option, "true,false,yes,no,on,off"},
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

constexpr AttributeSyntax body_when[] = {
    {"files_deleted", ValueKind::strings, ".*"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
};

constexpr TypeSyntax daemon_bodies_table[] = {
    {"match_value", body_match_value},
    {"report_data_select", body_report_data_select},
    {"when", body_when},
};

} // namespace

std::span<const TypeSyntax> daemon_bodies() { return daemon_bodies_table; }

} // namespace vow::cfengine::type_families
