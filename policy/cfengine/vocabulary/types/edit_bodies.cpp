// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

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

constexpr AttributeSyntax body_location[] = {
    {"before_after", ValueKind::option, "before,after"},
    {"first_last", ValueKind::option, "first,last"},
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"select_line_matching", ValueKind::string, ".*"},
};

constexpr AttributeSyntax body_replace_with[] = {
    {"inherit_from", ValueKind::body},
    {"meta", ValueKind::strings},
    {"occurrences", ValueKind::option, "all,first"},
    {"replace_value", ValueKind::string, ".*"},
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

constexpr TypeSyntax edit_bodies_table[] = {
    {"delete_select", body_delete_select},
    {"edit_field", body_edit_field},
    {"insert_select", body_insert_select},
    {"location", body_location},
    {"replace_with", body_replace_with},
    {"select_region", body_select_region},
};

} // namespace

std::span<const TypeSyntax> edit_bodies() { return edit_bodies_table; }

} // namespace vow::cfengine::type_families
