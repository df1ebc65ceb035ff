// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/types/families.h"

namespace vow::cfengine::type_families {

namespace {

constexpr AttributeSyntax promise_build_xpath[] = {
    {"build_xpath", ValueKind::string},
    {"select_xpath", ValueKind::string},
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

constexpr AttributeSyntax promise_field_edits[] = {
    {"edit_field", ValueKind::body},
    {"select_region", ValueKind::body},
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

constexpr AttributeSyntax promise_replace_patterns[] = {
    {"allow_non_convergent", ValueKind::option, "true,false,yes,no,on,off"},
    {"replace_with", ValueKind::body},
    {"select_region", ValueKind::body},
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

constexpr TypeSyntax edit_promises_table[] = {
    {"build_xpath", promise_build_xpath},
    {"delete_attribute", promise_delete_attribute},
    {"delete_lines", promise_delete_lines},
    {"delete_text", promise_delete_text},
    {"delete_tree", promise_delete_tree},
    {"field_edits", promise_field_edits},
    {"insert_lines", promise_insert_lines},
    {"insert_text", promise_insert_text},
    {"insert_tree", promise_insert_tree},
    {"replace_patterns", promise_replace_patterns},
    {"set_attribute", promise_set_attribute},
    {"set_text", promise_set_text},
};

} // namespace

std::span<const TypeSyntax> edit_promises() { return edit_promises_table; }

} // namespace vow::cfengine::type_families
