#include "policy/cfengine/vocabulary/syntax_table.h"

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

std::span<const std::string_view> order_of(std::string_view bundle_type) {
    if (bundle_type == "edit_line") return edit_line_order;
    if (bundle_type == "edit_xml") return edit_xml_order;
    return agent_order;
}

} // namespace

bool is_built_in(std::string_view promise_type) {
    return find_promise_type(promise_type) != nullptr;
}

std::size_t place_in_normal_order(std::string_view bundle_type, std::string_view promise_type) {
    const auto order = order_of(bundle_type);
    return static_cast<std::size_t>(std::ranges::find(order, promise_type) - order.begin());
}

} // namespace vow::cfengine
