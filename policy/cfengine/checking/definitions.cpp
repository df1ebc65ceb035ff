#include "policy/cfengine/checking/definitions.h"

#include "policy/cfengine/vocabulary/literal.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind duplicate_definition{
    "duplicate-definition", "{} '{}' of type '{}' is defined twice"};

void report_duplicate(
    std::string_view what,
    std::string_view name,
    std::string_view type,
    const Span& second,
    const Span& first,
    Diagnostics& diagnostics
) {
    diagnostics.add(duplicate_definition, second, {what, name, type}).notes = {
        {"first defined here", first}};
}

/// The definition in the namespace among several of one name; null if it has none.
template <typename Definition>
const Definition*
in_name_space(const std::vector<const Definition*>& definitions, std::string_view name_space) {
    const auto at = std::ranges::find(definitions, name_space, &Definition::name_space);
    return at == definitions.end() ? nullptr : *at;
}

} // namespace

QualifiedName qualified_name(std::string_view written) {
    const std::size_t colon = written.find(':');
    if (colon == std::string_view::npos) return {{}, written};
    return {written.substr(0, colon), written.substr(colon + 1)};
}

const ast::Attribute* inheritance_of(const ast::Body& body) {
    for (const ast::BodyClause& clause : body.clauses) {
        if (clause.attribute.name == "inherit_from") return &clause.attribute;
    }
    return nullptr;
}

Definitions::Definitions(std::span<const ast::File> files, Diagnostics& diagnostics) {
    for (const ast::File& file : files) {
        const bool is_entry = &file == &files.front();
        for (const ast::Bundle& bundle : file.bundles) {
            if (bundle.name != "__main__") {
                add(bundle, bundle.name, diagnostics);
            } else if (is_entry) {
                add(bundle, "main", diagnostics);
            }
        }
        for (const ast::Body& body : file.bodies)
            add(body, diagnostics);
        for (const ast::PromiseBlock& block : file.promise_blocks)
            add(block, diagnostics);
    }
}

void Definitions::add(const ast::Bundle& bundle, std::string_view name, Diagnostics& diagnostics) {
    auto& same = bundles_[{bundle.type, name}];
    if (const ast::Bundle* first = in_name_space(same, bundle.name_space)) {
        report_duplicate("bundle", name, bundle.type, bundle.span, first->span, diagnostics);
    }
    same.push_back(&bundle);
}

void Definitions::add(const ast::Body& body, Diagnostics& diagnostics) {
    auto& same = bodies_[{body.type, body.name}];
    const ast::Body* first = in_name_space(same, body.name_space);
    const bool one_a_file = body.type == "file" && body.is_control();
    if (first != nullptr && !one_a_file) {
        report_duplicate("body", body.name, body.type, body.span, first->span, diagnostics);
    }
    same.push_back(&body);
}

void Definitions::add(const ast::PromiseBlock& block, Diagnostics& diagnostics) {
    const auto [first, is_new] = promise_types_.try_emplace(block.name, &block);
    if (is_new) return;
    const Span& place = first->second->span;
    report_duplicate("promise type", block.name, block.bundle_type, block.span, place, diagnostics);
}

const ast::Body* Definitions::body(std::string_view type, std::string_view written) const {
    const QualifiedName wanted = qualified_name(written);
    const auto same = bodies_.find({type, wanted.name});
    if (same == bodies_.end()) return nullptr;
    if (wanted.name_space.empty()) return same->second.front();
    return in_name_space(same->second, wanted.name_space);
}

const ast::Body* Definitions::parent(const ast::Body& child) const {
    const ast::Attribute* from = inheritance_of(child);
    if (from == nullptr) return nullptr;
    const auto name = name_used(from->value);
    return name ? body(child.type, *name) : nullptr;
}

const ast::Bundle* Definitions::bundle(
    const std::vector<std::string_view>& types, std::string_view written, std::string_view seen_from
) const {
    const QualifiedName wanted = qualified_name(written);
    for (const std::string_view type : types) {
        const auto same = bundles_.find({type, wanted.name});
        if (same == bundles_.end()) continue;
        const std::string_view name_space =
            wanted.name_space.empty() ? seen_from : wanted.name_space;
        if (const ast::Bundle* bundle = in_name_space(same->second, name_space)) return bundle;
    }
    return nullptr;
}

const ast::PromiseBlock* Definitions::promise_block(std::string_view name) const {
    const auto block = promise_types_.find(name);
    return block == promise_types_.end() ? nullptr : block->second;
}

std::vector<std::string_view> Definitions::body_names(std::string_view type) const {
    std::vector<std::string_view> names;
    for (const auto& [key, same] : bodies_) {
        if (key.first == type) names.push_back(key.second);
    }
    return names;
}

std::vector<std::string_view> Definitions::types_of_body(std::string_view written) const {
    std::vector<std::string_view> types;
    for (const auto& [key, same] : bodies_) {
        if (key.second == qualified_name(written).name) types.push_back(key.first);
    }
    return types;
}

std::vector<std::string> Definitions::bundle_names(
    const std::vector<std::string_view>& types, std::string_view seen_from
) const {
    std::vector<std::string> names;
    for (const auto& [key, same] : bundles_) {
        if (std::ranges::find(types, key.first) == types.end()) continue;
        for (const ast::Bundle* bundle : same) {
            std::string name(key.second);
            if (bundle->name_space != seen_from)
                name.insert(0, std::string(bundle->name_space) + ":");
            names.push_back(std::move(name));
        }
    }
    return names;
}

std::vector<std::string_view> Definitions::custom_promise_types() const {
    std::vector<std::string_view> names;
    for (const auto& [name, block] : promise_types_)
        names.push_back(name);
    return names;
}

} // namespace vow::cfengine
