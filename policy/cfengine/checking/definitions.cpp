#include "policy/cfengine/checking/definitions.h"

#include "policy/cfengine/vocabulary/literal.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind duplicate_definition{
    "duplicate-definition", "{} '{}' of type '{}' is defined twice"};

std::string first_at(const Span& span) {
    return "first defined at " + span.source->path() + ":" + std::to_string(span.position().line);
}

/// The one in the namespace, in a list of definitions of one name. Null: none.
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
        diagnostics.add(
            duplicate_definition, bundle.span, {"bundle", name, bundle.type}, first_at(first->span)
        );
    }
    same.push_back(&bundle);
}

void Definitions::add(const ast::Body& body, Diagnostics& diagnostics) {
    auto& same = bodies_[{body.type, body.name}];
    const ast::Body* first = in_name_space(same, body.name_space);
    const bool one_a_file = body.type == "file" && body.is_control();
    if (first != nullptr && !one_a_file) {
        diagnostics.add(
            duplicate_definition, body.span, {"body", body.name, body.type}, first_at(first->span)
        );
    }
    same.push_back(&body);
}

void Definitions::add(const ast::PromiseBlock& block, Diagnostics& diagnostics) {
    const auto [first, is_new] = promise_types_.try_emplace(block.name, &block);
    if (is_new) return;
    diagnostics.add(
        duplicate_definition,
        block.span,
        {"promise type", block.name, block.bundle_type},
        first_at(first->second->span)
    );
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

std::vector<std::string_view> Definitions::bundle_names(const std::vector<std::string_view>& types
) const {
    std::vector<std::string_view> names;
    for (const auto& [key, same] : bundles_) {
        if (std::ranges::find(types, key.first) != types.end()) names.push_back(key.second);
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
