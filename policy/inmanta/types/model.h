#pragma once

#include "policy/inmanta/syntax/mistake.h"
#include "policy/inmanta/syntax/tree.h"
#include "policy/inmanta/values/value.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow::inmanta {

class Entity;
struct Namespace;
struct Scope;

/// A type of attributes: a primitive one, or one that a typedef constrains.
struct Type {
    enum class Kind {
        any,
        string,
        integer,
        real,
        number,
        boolean,
        dict,
        list,
        constrained,
        entity ///< of arguments of plugins alone
    };

    Kind kind;
    std::string name;           ///< "string"; of a constrained one and an entity qualified
    const Type* base = nullptr; ///< of a constrained one
    const Expression* constraint = nullptr;
    const Namespace* home = nullptr;
    Place place = {};
};

/// Not for `constrained`.
const Type& primitive_type(Type::Kind kind);
bool is_primitive_type(std::string_view name);

/// The type of a plain attribute or an argument: one value or a list, null or not.
struct AttributeType {
    const Type* type = nullptr;
    bool is_list = false, is_nullable = false;
    /// Whether a deferred value has the type: parameters of plugins have to declare it.
    enum class References { taken, refused } references = References::taken;
};

/// "string", "number[]", "int?".
std::string text_of(const AttributeType& type);

/// A plain attribute of an entity, or its side of a relation.
struct Attribute {
    std::string name;
    Place place;
    const Entity* owner = nullptr;
    AttributeType type = {};            ///< of a plain one
    const Entity* target = nullptr;     ///< of a relation; null for a plain attribute
    Multiplicity multiplicity = {};     ///< of a relation
    const Attribute* inverse = nullptr; ///< null: plain, or the relation has one direction

    bool is_relation() const { return target != nullptr; }
    bool is_multiple() const { return is_relation() && multiplicity.high != 1; }
    bool is_optional() const {
        return is_relation() && multiplicity.high == 1 && multiplicity.low == 0;
    }
};

/// "std::Host.files".
std::string full_name_of(const Attribute& attribute);

struct Implementation {
    std::string name; ///< qualified
    const ImplementationDefinition* definition = nullptr;
    const Entity* entity = nullptr;
    Namespace* home = nullptr;
};

/// The implementations that an instance gets under a condition.
struct Implement {
    std::vector<const Implementation*> implementations;
    const ImplementDefinition* definition = nullptr;
    Place place = {};
    Namespace* home = nullptr;
};

/// Attributes that name an instance together.
struct Index {
    std::vector<std::string> attributes;
};

class Entity {
public:
    std::string name;      ///< as written
    std::string full_name; ///< qualified
    Place place = {};      ///< of the definition
    const EntityDefinition* definition = nullptr;
    Namespace* home = nullptr;
    std::vector<Entity*> parents = {};
    std::vector<Entity*> children = {};
    /// Itself, and all that it extends, each once: the first parent with its own parents, then the
    /// next one. Made when all entities have their parents.
    std::vector<const Entity*> lineage = {};
    std::deque<Attribute> attributes = {}; ///< its own
    std::vector<Implement> implements = {};
    ImplementDefinition::Parents inherits = ImplementDefinition::Parents::no;
    std::deque<Index> indexes = {}; ///< its own

    // Made when all definitions are read:
    std::vector<const Attribute*> slots = {}; ///< own attributes, then those of the parents
    std::unordered_map<std::string, std::size_t> slot_of = {};
    /// The defaults by slot; null without one.
    std::vector<const AttributeDefinition*> defaults = {};
    std::vector<const Index*> all_indexes = {};
    std::vector<const Implement*> all_implements = {};

    /// Its own or a parent's; null without one.
    const Attribute* find(std::string_view attribute) const;
    bool is_a(const Entity& other) const;
    /// Of all attributes, those of the parents included.
    std::vector<std::string> attribute_names() const;
    /// Whether instances are found by the value of an attribute, which has to be known first.
    bool is_indexed(std::string_view attribute) const;
};

/// A line of the error of a constructor without a value of an index.
std::string missing_index_value(const Entity& entity, const std::string& attribute);

/// The namespace of the project's own model.
inline constexpr std::string_view main_namespace = "__config__";

/// The names that one file declares, and the namespaces that it imports.
struct Namespace {
    std::string name;                                         ///< "std", main_namespace, "mod::sub"
    std::unordered_map<std::string, Namespace*> imports = {}; ///< by name or alias
    std::unordered_map<std::string, const Type*> types = {};
    std::unordered_map<std::string, Entity*> entities = {};
    std::unordered_map<std::string, Implementation*> implementations = {};
    File file = {};
    Scope* scope = nullptr; ///< of its variables, while a model runs
};

/// Everything that the files of a project declare. Addresses are stable.
struct Model {
    std::deque<std::unique_ptr<Namespace>> namespaces; ///< in order of loading
    std::deque<Type> types;
    std::deque<Entity> entities; ///< in order of definition
    std::deque<Implementation> implementations;
    Entity* root = nullptr; ///< std::Entity

    const Namespace* find_namespace(std::string_view name) const;
};

/// Whether the file of a namespace defines an entity of that name.
bool defines_entity(const Namespace& space, std::string_view name);

/// The namespace part of a qualified name, and its last part.
struct QualifiedName {
    std::string space; ///< empty without one
    std::string name;
};
QualifiedName split(const std::string& name);

/// The namespace that a name in `from` refers to: the name of an import, its alias, or `from`
/// itself for an empty one. Null if there is none.
Namespace* find_import(const Namespace& from, const std::string& name);

/// The entity that `name` refers to. Throws ModelError.
Entity& find_entity(const Namespace& from, const WrittenName& name);
/// The same; null if there is none.
Entity* search_entity(const Namespace& from, const std::string& name);
/// The implementation that `name` refers to; null if there is none.
const Implementation* search_implementation(const Namespace& from, const std::string& name);
/// The type that `name` refers to. Throws ModelError.
const Type& find_type(const Namespace& from, const WrittenName& name);
/// `known` are names that could be meant, besides those of the namespaces that are searched.
ModelError
unknown_type(const Namespace& from, const WrittenName& name, std::vector<std::string> known = {});
ModelError unknown_implementation(const Namespace& from, const WrittenName& name);

} // namespace vow::inmanta
