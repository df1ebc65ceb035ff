#include "policy/cfengine/vocabulary/syntax_table.h"

#include "policy/cfengine/vocabulary/types/families.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace vow::cfengine {

namespace {

/// `table` is sorted by name.
template <typename Syntax>
const Syntax* found(std::span<const Syntax> table, std::string_view name) {
    const auto at = std::ranges::lower_bound(table, name, {}, &Syntax::name);
    return at != table.end() && at->name == name ? &*at : nullptr;
}

/// Types are looked up for every section of a policy, and are in several tables.
using TypeIndex = std::unordered_map<std::string_view, const TypeSyntax*>;

TypeIndex indexed(std::span<const std::span<const TypeSyntax>> families) {
    TypeIndex index;
    for (const auto family : families) {
        for (const TypeSyntax& type : family)
            index.emplace(type.name, &type);
    }
    return index;
}

const TypeSyntax* found(const TypeIndex& index, std::string_view name) {
    const auto at = index.find(name);
    return at == index.end() ? nullptr : at->second;
}

/// An attribute of a promise type; of all of them, if the type is null.
struct AttributeUse {
    const TypeSyntax* type;
    const AttributeSyntax* attribute;
};

/// The uses of each name; attributes are looked up for every promise of a policy.
using AttributeIndex = std::unordered_map<std::string_view, std::vector<AttributeUse>>;

AttributeIndex attributes_of(std::span<const std::span<const TypeSyntax>> families) {
    AttributeIndex index;
    for (const auto family : families) {
        for (const TypeSyntax& type : family) {
            for (const AttributeSyntax& attribute : type.attributes)
                index[attribute.name].push_back({&type, &attribute});
        }
    }
    for (const AttributeSyntax& attribute : common_attributes())
        index[attribute.name].push_back({nullptr, &attribute});
    return index;
}

std::vector<std::string_view> names_of(std::span<const std::span<const TypeSyntax>> families) {
    std::vector<std::string_view> names;
    for (const auto family : families) {
        for (const TypeSyntax& type : family)
            names.push_back(type.name);
    }
    return names;
}

std::array<std::span<const TypeSyntax>, 4> promise_families() {
    using namespace type_families;
    return {agent_promises(), common_promises(), daemon_promises(), edit_promises()};
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

constexpr std::array missing = {
    MissingType{
        "databases",
        "the agent has no client of data base servers and of the Windows registry",
        "call the server's own client, such as psql or mysql, in a commands promise"},
    MissingType{
        "guest_environments",
        "the agent has no client of virtual machine monitors",
        "call virsh in a commands promise"},
};

} // namespace

const TypeSyntax* find_body_type(std::string_view name) {
    static const TypeIndex index = indexed(body_families());
    return found(index, name);
}

std::vector<std::string_view> body_type_names() {
    return names_of(body_families());
}

std::vector<std::string_view> promise_type_names() {
    return names_of(promise_families());
}

const TypeSyntax* find_promise_type(std::string_view name) {
    static const TypeIndex index = indexed(promise_families());
    return found(index, name);
}

const BundleSyntax* find_bundle_type(std::string_view name) {
    return found(bundle_types(), name);
}

const AttributeSyntax* find_attribute(std::span<const AttributeSyntax> in, std::string_view name) {
    return found(in, name);
}

const AttributeSyntax*
find_promise_attribute(const TypeSyntax& promise_type, std::string_view attribute) {
    static const AttributeIndex index = attributes_of(promise_families());
    const auto uses = index.find(attribute);
    if (uses == index.end()) return nullptr;
    for (const AttributeUse& use : uses->second) // that of all types is the last one
        if (use.type == &promise_type || use.type == nullptr) return use.attribute;
    return nullptr;
}

bool takes_list_by_name(std::string_view attribute) {
    const AttributeSyntax* common = find_attribute(common_attributes(), attribute);
    return common != nullptr && is_list(common->kind);
}

bool is_variable_type(std::string_view attribute) {
    constexpr std::string_view types[] = {
        "string", "int", "real", "slist", "ilist", "rlist", "data"};
    return std::ranges::find(types, attribute) != std::end(types);
}

bool is_list(ValueKind kind) {
    return kind >= ValueKind::strings && kind <= ValueKind::conditions;
}

std::span<const MissingType> missing_types() {
    return missing;
}

const MissingType* find_missing_type(std::string_view name) {
    const auto* const type = std::ranges::find(missing, name, &MissingType::name);
    return type == missing.end() ? nullptr : type;
}

} // namespace vow::cfengine
