#include "policy/inmanta/types/model.h"

#include <algorithm>
#include <array>

namespace vow::inmanta {
namespace {

const std::array<Type, 8>& primitive_types() {
    using Kind = Type::Kind;
    static const std::array<Type, 8> types = {
        Type{Kind::any, "any"},
        Type{Kind::string, "string"},
        Type{Kind::integer, "int"},
        Type{Kind::real, "float"},
        Type{Kind::number, "number"},
        Type{Kind::boolean, "bool"},
        Type{Kind::dict, "dict"},
        Type{Kind::list, "list"}};
    return types;
}

/// The namespaces in which a name without one is searched: its own, those around it, then std.
std::vector<const Namespace*> searched(const Namespace& from) {
    std::vector<const Namespace*> spaces = {&from};
    const auto add = [&](const std::string& name) {
        const auto found = from.imports.find(name);
        if (found != from.imports.end()) spaces.push_back(found->second);
    };
    std::string name = from.name;
    for (std::size_t end = name.rfind("::"); end != std::string::npos; end = name.rfind("::")) {
        name.resize(end);
        add(name);
    }
    add("std");
    return spaces;
}

} // namespace

const Type& primitive_type(Type::Kind kind) {
    return primitive_types()[static_cast<std::size_t>(kind)];
}

bool is_primitive_type(std::string_view name) {
    return std::ranges::find(primitive_types(), name, &Type::name) != primitive_types().end();
}

std::string text_of(const AttributeType& type) {
    return type.type->name + (type.is_list ? "[]" : "") + (type.is_nullable ? "?" : "");
}

std::string full_name_of(const Attribute& attribute) {
    return attribute.owner->full_name + "." + attribute.name;
}

const Attribute* Entity::find(std::string_view attribute) const {
    for (const Entity* ancestor : lineage) {
        const auto own = std::ranges::find(ancestor->attributes, attribute, &Attribute::name);
        if (own != ancestor->attributes.end()) return &*own;
    }
    return nullptr;
}

bool Entity::is_a(const Entity& other) const {
    return std::ranges::find(lineage, &other) != lineage.end();
}

std::vector<std::string> Entity::attribute_names() const {
    std::vector<std::string> names;
    for (const Entity* ancestor : lineage) {
        for (const Attribute& own : ancestor->attributes)
            names.push_back(own.name);
    }
    return names;
}

bool Entity::is_indexed(std::string_view attribute) const {
    return std::ranges::any_of(all_indexes, [&](const Index* index) {
        return std::ranges::find(index->attributes, attribute) != index->attributes.end();
    });
}

std::string missing_index_value(const Entity& entity, const std::string& attribute) {
    return "\n\t* Missing attribute '" + attribute + "'. The attribute " + entity.full_name + "." +
           attribute + " is part of an index.";
}

const Namespace* Model::find_namespace(std::string_view name) const {
    const auto found =
        std::ranges::find_if(namespaces, [name](const auto& space) { return space->name == name; });
    return found == namespaces.end() ? nullptr : found->get();
}

bool defines_entity(const Namespace& space, std::string_view name) {
    return std::ranges::any_of(space.file.definitions, [&](const Definition& definition) {
        const auto* entity = definition.as<EntityDefinition>();
        return entity != nullptr && entity->name.text == name;
    });
}

QualifiedName split(const std::string& name) {
    const std::size_t end = name.rfind("::");
    if (end == std::string::npos) return {"", name};
    return {name.substr(0, end), name.substr(end + 2)};
}

Namespace* find_import(const Namespace& from, const std::string& name) {
    const auto found = from.imports.find(name);
    return found == from.imports.end() ? nullptr : found->second;
}

namespace {

/// "did you mean 'std'?", or how to import a namespace.
std::string hint_for_namespace(const Namespace& from, const std::string& name) {
    std::vector<std::string> known;
    for (const auto& [import, space] : from.imports)
        known.push_back(import);
    std::ranges::sort(known);
    const std::string hint = hint_for(name, known);
    return hint.empty() ? "import " + name : hint;
}

/// The namespaces in which a name may be.
std::vector<const Namespace*> spaces_for(const Namespace& from, const WrittenName& name) {
    const Namespace* named = find_import(from, split(name.text).space);
    return named != nullptr ? std::vector{named} : searched(from);
}

ModelError
not_found(const Namespace& from, const WrittenName& name, std::vector<std::string> known) {
    const QualifiedName wanted = split(name.text);
    const Namespace* space = find_import(from, wanted.space);
    std::ranges::sort(known);
    return ModelError(Mistake{
        .kind = &type_not_found_error,
        .words = "could not find type " + name.text + " in namespace " +
                 (space != nullptr ? space->name : from.name),
        .place = name.place,
        .hint = space == nullptr && !wanted.space.empty() ? hint_for_namespace(from, wanted.space)
                                                          : hint_for(wanted.name, known)});
}

} // namespace

ModelError
unknown_type(const Namespace& from, const WrittenName& name, std::vector<std::string> known) {
    for (const Namespace* space : spaces_for(from, name)) {
        for (const auto& [entity, definition] : space->entities)
            known.push_back(entity);
        for (const auto& [type, definition] : space->types)
            known.push_back(type);
    }
    return not_found(from, name, std::move(known));
}

ModelError unknown_implementation(const Namespace& from, const WrittenName& name) {
    std::vector<std::string> known;
    for (const Namespace* space : spaces_for(from, name)) {
        for (const auto& [implementation, definition] : space->implementations)
            known.push_back(implementation);
    }
    return not_found(from, name, std::move(known));
}

const Implementation* search_implementation(const Namespace& from, const std::string& name) {
    const auto [space_name, last] = split(name);
    const Namespace* named = space_name.empty() ? nullptr : find_import(from, space_name);
    if (named == nullptr && !space_name.empty()) return nullptr;
    for (const Namespace* space : named != nullptr ? std::vector{named} : searched(from)) {
        const auto found = space->implementations.find(last);
        if (found != space->implementations.end()) return found->second;
    }
    return nullptr;
}

Entity* search_entity(const Namespace& from, const std::string& name) {
    const auto [space_name, last] = split(name);
    if (!space_name.empty()) {
        const Namespace* space = find_import(from, space_name);
        if (space == nullptr) return nullptr;
        const auto found = space->entities.find(last);
        return found == space->entities.end() ? nullptr : found->second;
    }
    for (const Namespace* space : searched(from)) {
        const auto found = space->entities.find(last);
        if (found != space->entities.end()) return found->second;
    }
    return nullptr;
}

Entity& find_entity(const Namespace& from, const WrittenName& name) {
    Entity* entity = search_entity(from, name.text);
    if (entity == nullptr) throw unknown_type(from, name);
    return *entity;
}

const Type& find_type(const Namespace& from, const WrittenName& name) {
    const auto [space_name, last] = split(name.text);
    if (!space_name.empty()) {
        const Namespace* space = find_import(from, space_name);
        if (space == nullptr) throw unknown_type(from, name);
        const auto found = space->types.find(last);
        if (found == space->types.end()) throw unknown_type(from, name);
        return *found->second;
    }
    std::vector<std::string> primitives;
    for (const Type& type : primitive_types()) {
        if (type.name == last) return type;
        primitives.push_back(type.name);
    }
    for (const Namespace* space : searched(from)) {
        const auto found = space->types.find(last);
        if (found != space->types.end()) return *found->second;
    }
    throw unknown_type(from, name, std::move(primitives));
}

} // namespace vow::inmanta
