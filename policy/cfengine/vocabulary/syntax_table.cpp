#include "policy/cfengine/vocabulary/syntax_table.h"

#include "policy/cfengine/vocabulary/types/families.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {

namespace {

/// `table` is sorted by name.
template <typename Syntax>
const Syntax* found(std::span<const Syntax> table, std::string_view name) {
    const auto at = std::ranges::lower_bound(table, name, {}, &Syntax::name);
    return at != table.end() && at->name == name ? &*at : nullptr;
}

const TypeSyntax*
found_in(std::span<const std::span<const TypeSyntax>> families, std::string_view name) {
    for (const auto family : families) {
        if (const TypeSyntax* type = found(family, name)) return type;
    }
    return nullptr;
}

std::array<std::span<const TypeSyntax>, 6> body_families() {
    using namespace type_families;
    return {
        agent_bodies(),
        common_bodies(),
        control_bodies(),
        daemon_bodies(),
        edit_bodies(),
        file_bodies()};
}

} // namespace

const TypeSyntax* find_body_type(std::string_view name) {
    return found_in(body_families(), name);
}

std::vector<std::string_view> body_type_names() {
    std::vector<std::string_view> names;
    for (const auto family : body_families()) {
        for (const TypeSyntax& type : family)
            names.push_back(type.name);
    }
    return names;
}

const TypeSyntax* find_promise_type(std::string_view name) {
    using namespace type_families;
    const std::array families = {
        agent_promises(), common_promises(), daemon_promises(), edit_promises()};
    return found_in(families, name);
}

const BundleSyntax* find_bundle_type(std::string_view name) {
    return found(bundle_types(), name);
}

const AttributeSyntax* find_attribute(std::span<const AttributeSyntax> in, std::string_view name) {
    return found(in, name);
}

const AttributeSyntax*
find_promise_attribute(const TypeSyntax& promise_type, std::string_view attribute) {
    const AttributeSyntax* own = find_attribute(promise_type.attributes, attribute);
    return own != nullptr ? own : find_attribute(common_attributes(), attribute);
}

bool is_variable_type(std::string_view attribute) {
    constexpr std::string_view types[] = {
        "string", "int", "real", "slist", "ilist", "rlist", "data"};
    return std::ranges::find(types, attribute) != std::end(types);
}

bool is_list(ValueKind kind) {
    return kind >= ValueKind::strings && kind <= ValueKind::conditions;
}

} // namespace vow::cfengine
