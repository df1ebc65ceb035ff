#include "policy/inmanta/types/phases.h"

#include <algorithm>
#include <unordered_set>

namespace vow::inmanta {
namespace {

std::string statement_of(const Entity& entity) {
    return "Entity(" + entity.name + ")";
}

void set_parents(Entity& entity, Model& model) {
    for (const WrittenName& name : entity.definition->parents) {
        Entity* parent = search_entity(*entity.home, name.text);
        if (parent == nullptr) throw unknown_type(*entity.home, name);
        if (std::ranges::find(entity.parents, parent) != entity.parents.end())
            throw typing_mistake("same parent defined twice");
        entity.parents.push_back(parent);
    }
    if (entity.parents.empty() && &entity != model.root) entity.parents.push_back(model.root);
    for (Entity* parent : entity.parents)
        parent->children.push_back(&entity);
}

[[noreturn]] void refuse_cycle(const std::vector<Entity*>& path, const Entity* last) {
    std::string names;
    const std::vector<Entity*> upwards(path.rbegin(), path.rend());
    for (const Entity* entity : upwards) {
        names += (names.empty() ? "" : ",") + entity->full_name;
        if (entity == last) break;
    }
    throw ModelError(Mistake{
        .kind = &cycle_error,
        .words = "Entity can not be its own parent " + names,
        .place = path.back()->place,
        .statement = statement_of(*path.back())});
}

/// Entities with their parents before them. Throws for an entity that is its own ancestor.
class ParentsFirst {
public:
    std::vector<Entity*> sorted(Model& model) {
        for (Entity& entity : model.entities)
            visit(entity);
        return std::move(sorted_);
    }

private:
    void visit(Entity& first) {
        std::vector<Entity*> path;
        std::vector<std::size_t> next;
        const auto enter = [&](Entity& entity) {
            if (std::ranges::find(path, &entity) != path.end()) refuse_cycle(path, &entity);
            if (!seen_.insert(&entity).second) return;
            path.push_back(&entity);
            next.push_back(0);
        };
        enter(first);
        while (!path.empty()) {
            Entity& entity = *path.back();
            if (next.back() < entity.parents.size()) {
                enter(*entity.parents[next.back()++]);
                continue;
            }
            sorted_.push_back(&entity);
            path.pop_back();
            next.pop_back();
        }
    }

    std::unordered_set<Entity*> seen_;
    std::vector<Entity*> sorted_;
};

/// The parents have theirs.
void set_lineage(Entity& entity) {
    std::unordered_set<const Entity*> seen = {&entity};
    entity.lineage = {&entity};
    for (const Entity* parent : entity.parents) {
        for (const Entity* ancestor : parent->lineage) {
            if (seen.insert(ancestor).second) entity.lineage.push_back(ancestor);
        }
    }
}

/// The attribute of that name in the entity or its ancestors, or the relation in its descendants:
/// these may have an attribute that hides the relation.
const Attribute* related_attribute(const Entity& entity, const std::string& name) {
    if (const Attribute* found = entity.find(name)) return found;
    std::vector<const Entity*> pending = {&entity};
    std::unordered_set<const Entity*> seen;
    while (!pending.empty()) {
        const Entity* next = pending.back();
        pending.pop_back();
        if (!seen.insert(next).second) continue;
        const auto own = std::ranges::find(next->attributes, name, &Attribute::name);
        if (own != next->attributes.end() && own->target != nullptr) return &*own;
        pending.insert(pending.end(), next->children.begin(), next->children.end());
    }
    return nullptr;
}

void refuse_second(const Entity& entity, const WrittenName& name) {
    const auto own = std::ranges::find(entity.attributes, name.text, &Attribute::name);
    if (own != entity.attributes.end())
        throw duplicate("attribute already exists", own->place, name.place);
}

void define_attribute(Entity& entity, const AttributeDefinition& written) {
    refuse_second(entity, written.name);
    if (search_entity(*entity.home, written.type.name.text) != nullptr)
        throw typing_mistake(
            "Attributes can only be a type. Entities need to be defined as relations."
        );
    const Type& type = find_type(*entity.home, written.type.name);
    entity.attributes.push_back(
        {.name = written.name.text,
         .place = written.name.place,
         .owner = &entity,
         .type = {&type, written.type.is_list, written.type.is_nullable}}
    );
}

bool are_compatible(const Attribute& own, const Attribute& inherited) {
    return !own.is_relation() && !inherited.is_relation() && own.type.type == inherited.type.type &&
           own.type.is_list == inherited.type.is_list &&
           own.type.is_nullable == inherited.type.is_nullable;
}

void check_inherited(const Entity& entity) {
    for (const Attribute& own : entity.attributes) {
        for (const Entity* parent : entity.parents) {
            const Attribute* inherited = parent->find(own.name);
            if (inherited != nullptr && !are_compatible(own, *inherited))
                throw duplicate("Incompatible attributes", own.place, inherited->place);
        }
    }
}

Attribute*
add_side(Entity& entity, const WrittenName& name, const Entity& target, const Multiplicity& count) {
    if (name.text.empty()) return nullptr;
    refuse_second(entity, name);
    if (const Attribute* other = related_attribute(entity, name.text))
        throw duplicate(
            "Attribute name " + name.text + " is already defined in " + entity.name +
                ", unable to define relationship",
            other->place,
            name.place
        );
    return &entity.attributes.emplace_back(Attribute{
        .name = name.text,
        .place = name.place,
        .owner = &entity,
        .target = &target,
        .multiplicity = count});
}

/// The default of a slot: the own one, or the first that a parent has.
void complete(Entity& entity) {
    const auto add_slot = [&](const Attribute& attribute, const AttributeDefinition* value) {
        const auto [found, is_new] =
            entity.slot_of.try_emplace(attribute.name, entity.slots.size());
        if (is_new) {
            entity.slots.push_back(&attribute);
            entity.defaults.push_back(value);
        } else if (entity.defaults[found->second] == nullptr) {
            entity.defaults[found->second] = value;
        }
    };
    std::size_t plain = 0;
    for (const Attribute& own : entity.attributes) {
        const bool is_plain = !own.is_relation();
        const AttributeDefinition* written =
            is_plain ? &entity.definition->attributes[plain++] : nullptr;
        const bool has_word =
            written != nullptr && (written->value != nullptr ||
                                   written->inherited == AttributeDefinition::Default::removed);
        add_slot(own, has_word ? written : nullptr);
    }
    for (const Index& own : entity.indexes)
        entity.all_indexes.push_back(&own);
    for (const Implement& own : entity.implements)
        entity.all_implements.push_back(&own);
    for (const Entity* parent : entity.parents) {
        for (std::size_t i = 0; i < parent->slots.size(); ++i)
            add_slot(*parent->slots[i], parent->defaults[i]);
        const auto add_new = [](auto& all, const auto& inherited) {
            for (const auto* one : inherited) {
                if (std::ranges::find(all, one) == all.end()) all.push_back(one);
            }
        };
        add_new(entity.all_indexes, parent->all_indexes);
        if (entity.inherits == ImplementDefinition::Parents::yes)
            add_new(entity.all_implements, parent->all_implements);
    }
}

/// Runs `work`, whose errors are reported in the definition of an entity.
template <class Work>
void in_definition_of(const Entity& entity, Work work) {
    try {
        work();
    } catch (ModelError& error) {
        error.mistakes.front().report_in(statement_of(entity), entity.place);
        throw;
    }
}

} // namespace

void define_entities(Model& model) {
    for (const auto& space : model.namespaces) {
        for (const Definition& definition : space->file.definitions) {
            const auto* node = definition.as<EntityDefinition>();
            if (node == nullptr) continue;
            Entity& entity = model.entities.emplace_back();
            entity.name = node->name.text;
            entity.full_name = space->name + "::" + node->name.text;
            entity.place = definition.place;
            entity.definition = node;
            entity.home = space.get();
            const auto [found, is_new] = space->entities.try_emplace(entity.name, &entity);
            if (!is_new)
                throw duplicate(
                    "Entity " + entity.full_name + " is already defined",
                    node->name.place,
                    found->second->definition->name.place
                );
            if (entity.full_name == "std::Entity") model.root = &entity;
        }
    }
    for (Entity& entity : model.entities)
        in_definition_of(entity, [&] { set_parents(entity, model); });
    for (Entity* entity : ParentsFirst().sorted(model))
        set_lineage(*entity);
}

void define_attributes(Model& model) {
    for (Entity* entity : ParentsFirst().sorted(model)) {
        in_definition_of(*entity, [&] {
            for (const AttributeDefinition& attribute : entity->definition->attributes)
                define_attribute(*entity, attribute);
            check_inherited(*entity);
        });
    }
}

void define_relation(Namespace& space, const RelationDefinition& relation, const Place& place) {
    Entity& left = find_entity(space, relation.left.entity);
    Entity& right = find_entity(space, relation.right.entity);
    const bool is_reflexive =
        &left == &right && relation.left.attribute.text == relation.right.attribute.text;
    try {
        Attribute* on_right =
            add_side(right, relation.left.attribute, left, relation.left.multiplicity);
        Attribute* on_left =
            is_reflexive
                ? on_right
                : add_side(left, relation.right.attribute, right, relation.right.multiplicity);
        if (on_left == nullptr || on_right == nullptr) return;
        on_left->inverse = on_right;
        on_right->inverse = on_left;
    } catch (ModelError& error) {
        const std::string statement =
            "Relation(" + relation.left.entity.text + ", " + relation.right.entity.text + ")";
        error.mistakes.front().report_in(statement, place);
        throw;
    }
}

void complete_entities(Model& model) {
    for (Entity* entity : ParentsFirst().sorted(model))
        complete(*entity);
}

} // namespace vow::inmanta
