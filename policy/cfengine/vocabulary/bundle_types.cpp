// Made by tools/make_syntax_table; do not edit.
// clang-format off
#include "policy/cfengine/vocabulary/syntax_table.h"

namespace vow::cfengine {

namespace {

constexpr std::string_view in_agent[] = {
    "commands",
    "databases",
    "guest_environments",
    "files",
    "methods",
    "packages",
    "processes",
    "services",
    "storage",
    "users",
    "classes",
    "defaults",
    "meta",
    "reports",
    "vars",
};

constexpr std::string_view in_common[] = {
    "classes",
    "defaults",
    "meta",
    "reports",
    "vars",
};

constexpr std::string_view in_edit_line[] = {
    "delete_lines",
    "insert_lines",
    "field_edits",
    "replace_patterns",
    "classes",
    "defaults",
    "meta",
    "reports",
    "vars",
};

constexpr std::string_view in_edit_xml[] = {
    "build_xpath",
    "delete_tree",
    "insert_tree",
    "delete_attribute",
    "set_attribute",
    "delete_text",
    "set_text",
    "insert_text",
    "classes",
    "defaults",
    "meta",
    "reports",
    "vars",
};

constexpr std::string_view in_monitor[] = {
    "measurements",
    "classes",
    "defaults",
    "meta",
    "reports",
    "vars",
};

constexpr std::string_view in_server[] = {
    "access",
    "roles",
    "classes",
    "defaults",
    "meta",
    "reports",
    "vars",
};

constexpr std::string_view in_watch[] = {
    "events",
    "classes",
    "defaults",
    "meta",
    "reports",
    "vars",
};

constexpr BundleSyntax bundle_table[] = {
    {"agent", in_agent},
    {"common", in_common},
    {"edit_line", in_edit_line},
    {"edit_xml", in_edit_xml},
    {"monitor", in_monitor},
    {"server", in_server},
    {"watch", in_watch},
};

} // namespace

std::span<const BundleSyntax> bundle_types() { return bundle_table; }

} // namespace vow::cfengine
