#include "policy/cfengine/vocabulary/normal_order.h"

#include <algorithm>
#include <array>
#include <span>

namespace vow::cfengine {
namespace {

constexpr std::array<std::string_view, 16> agent_order = {
    "meta",
    "vars",
    "defaults",
    "classes",
    "users",
    "files",
    "packages",
    "guest_environments",
    "methods",
    "processes",
    "services",
    "commands",
    "storage",
    "databases",
    "access",
    "reports"};

constexpr std::array<std::string_view, 9> edit_line_order = {
    "meta",
    "vars",
    "defaults",
    "classes",
    "delete_lines",
    "field_edits",
    "insert_lines",
    "replace_patterns",
    "reports"};

constexpr std::array<std::string_view, 13> edit_xml_order = {
    "meta",
    "vars",
    "defaults",
    "classes",
    "build_xpath",
    "delete_tree",
    "insert_tree",
    "delete_attribute",
    "set_attribute",
    "delete_text",
    "set_text",
    "insert_text",
    "reports"};

constexpr std::array<std::string_view, 2> other_types = {"measurements", "roles"};

constexpr std::array<std::string_view, 34> body_attributes = {
    "acl",
    "action",
    "changes",
    "classes",
    "contain",
    "copy_from",
    "database_server",
    "delete",
    "delete_select",
    "depth_search",
    "edit_defaults",
    "edit_field",
    "environment_interface",
    "environment_resources",
    "file_select",
    "insert_select",
    "link_from",
    "location",
    "match_value",
    "mount",
    "package_method",
    "package_module",
    "password",
    "perms",
    "printfile",
    "process_count",
    "process_select",
    "rename",
    "replace_with",
    "report_data_select",
    "select_region",
    "service_method",
    "volume",
    "inherit_from"};

template <class Words>
std::size_t place_of(const Words& words, std::string_view word) {
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

std::span<const std::string_view> order_of(std::string_view bundle_type) {
    if (bundle_type == "edit_line") return edit_line_order;
    if (bundle_type == "edit_xml") return edit_xml_order;
    return agent_order;
}

template <class Words>
bool holds(const Words& words, std::string_view word) {
    return place_of(words, word) < words.size();
}

} // namespace

bool is_built_in(std::string_view promise_type) {
    return holds(agent_order, promise_type) || holds(edit_line_order, promise_type) ||
           holds(edit_xml_order, promise_type) || holds(other_types, promise_type);
}

bool is_body_attribute(std::string_view attribute) {
    return holds(body_attributes, attribute);
}

std::size_t place_in_normal_order(std::string_view bundle_type, std::string_view promise_type) {
    return place_of(order_of(bundle_type), promise_type);
}

} // namespace vow::cfengine
