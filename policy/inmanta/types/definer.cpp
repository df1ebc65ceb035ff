#include "policy/inmanta/syntax/tree.h"
#include "policy/inmanta/types/phases.h"
#include "policy/inmanta/types/text_pattern.h"

namespace vow::inmanta {
namespace {

constexpr DiagnosticKind overridden_type{
    "built-in-type", "Trying to override a built-in type: {}", Severity::warning};

/// Whether an expression refers to `self`, as a constraint of a type must.
bool refers_to_self(const Expression& expression) {
    if (expression.as<PatternMatch>() != nullptr) return true;
    if (const auto* reference = expression.as<Reference>()) return reference->name.text == "self";
    bool found = false;
    each_child(expression, [&found](const Expression& child) {
        found = found || refers_to_self(child);
    });
    return found;
}

/// Runs `work`, whose errors are reported in `statement`.
template <class Work>
void reported_in(const std::string& statement, const Place& place, Work work) {
    try {
        work();
    } catch (ModelError& error) {
        error.mistakes.front().report_in(statement, place);
        throw;
    }
}

class Definer {
public:
    Definer(Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

    void run() {
        each<TypeDefinition>([this](Namespace& space, const auto& node, const Place&) {
            register_type(space, node);
        });
        define_entities(model_);
        each<ImplementationDefinition>([this](Namespace& space, const auto& node, const Place&) {
            register_implementation(space, node);
        });
        each<TypeDefinition>([](Namespace& space, const auto& node, const Place&) {
            define_type(space, node);
        });
        define_attributes(model_);
        each<RelationDefinition>([](Namespace& space, const auto& node, const Place& place) {
            define_relation(space, node, place);
        });
        each<ImplementationDefinition>([](Namespace& space, const auto& node, const Place&) {
            define_implementation(space, node);
        });
        each<IndexDefinition>([](Namespace& space, const auto& node, const Place& place) {
            define_index(space, node, place);
        });
        each<ImplementDefinition>([](Namespace& space, const auto& node, const Place& place) {
            define_implement(space, node, place);
        });
        complete_entities(model_);
    }

private:
    /// Calls `work` for every definition of a kind, in order of loading.
    template <class Node, class Work>
    void each(Work work) {
        for (const auto& space : model_.namespaces) {
            for (const Definition& definition : space->file.definitions) {
                if (const Node* node = definition.as<Node>()) work(*space, *node, definition.place);
            }
        }
    }

    void register_type(Namespace& space, const TypeDefinition& node) {
        if (is_primitive_type(node.name.text))
            diagnostics_.add(overridden_type, node.name.place.span, {node.name.text});
        Type& type = model_.types.emplace_back(Type{
            .kind = Type::Kind::constrained,
            .name = space.name + "::" + node.name.text,
            .constraint = node.constraint.get(),
            .home = &space,
            .place = node.name.place});
        const auto [found, is_new] = space.types.try_emplace(node.name.text, &type);
        if (!is_new)
            throw duplicate(
                "TypeConstraint " + type.name + " is already defined",
                node.name.place,
                found->second->place
            );
    }

    static void define_type(Namespace& space, const TypeDefinition& node) {
        const std::string statement = "Type(" + node.name.text + ")";
        reported_in(statement, node.name.place, [&] {
            // Registered by the same name just now.
            auto& type = const_cast<Type&>(*space.types.at(node.name.text));
            type.base = &find_type(space, node.base);
            if (!refers_to_self(*node.constraint))
                throw ModelError(Mistake{
                    .kind = &typing_error,
                    .words = "typedef expressions should reference the self variable"});
        });
        if (const auto* match = node.constraint->as<PatternMatch>())
            check_pattern(match->pattern, node.constraint->place);
    }

    static void check_pattern(const std::string& pattern, const Place& place) {
        try {
            const TextPattern compiled(pattern);
        } catch (ModelError& error) {
            error.mistakes.front().place = place;
            throw;
        }
    }

    void register_implementation(Namespace& space, const ImplementationDefinition& node) {
        Implementation& implementation = model_.implementations.emplace_back(Implementation{
            .name = space.name + "::" + node.name.text, .definition = &node, .home = &space});
        const auto [found, is_new] =
            space.implementations.try_emplace(node.name.text, &implementation);
        if (!is_new)
            throw duplicate(
                "Implementation " + implementation.name + " for type " + node.entity.text +
                    " is already defined",
                node.name.place,
                found->second->definition->name.place
            );
    }

    static void define_implementation(Namespace& space, const ImplementationDefinition& node) {
        reported_in("Implementation(" + node.name.text + ")", node.name.place, [&] {
            space.implementations.at(node.name.text)->entity = &find_entity(space, node.entity);
        });
    }

    static void define_index(Namespace& space, const IndexDefinition& node, const Place& place) {
        Entity& entity = find_entity(space, node.entity);
        std::string statement = "index " + node.entity.text + "(";
        for (const WrittenName& attribute : node.attributes)
            statement += (statement.back() == '(' ? "" : ", ") + attribute.text;
        reported_in(statement + ")", place, [&] {
            Index& index = entity.indexes.emplace_back();
            for (const WrittenName& name : node.attributes) {
                check_indexed(space, entity, name.text);
                index.attributes.push_back(name.text);
            }
        });
    }

    /// A published module may be written for inmanta-core 13 or later, which take attributes that
    /// may be null; a model of one's own is held to 9.3.
    static void
    check_indexed(const Namespace& space, const Entity& entity, const std::string& name) {
        const Attribute* attribute = entity.find(name);
        if (attribute == nullptr)
            throw ModelError(Mistake{
                .kind = &not_found_error,
                .words = "Attribute '" + name + "' referenced in index is not defined in entity " +
                         entity.full_name});
        const std::string shown = "Attribute ' " + name + "." + entity.full_name + "'";
        const bool is_of_project = space.name == main_namespace;
        if (attribute->is_optional() || (attribute->type.is_nullable && is_of_project))
            throw ModelError(Mistake{
                .kind = &index_error,
                .words = "Index can not contain optional attributes, " + shown + " is optional"});
        if (attribute->is_multiple())
            throw ModelError(Mistake{
                .kind = &index_error,
                .words = "Index can not contain list attributes, " + shown + " is a list"});
    }

    static void
    define_implement(Namespace& space, const ImplementDefinition& node, const Place& place) {
        const std::string statement = "Implement(" + node.entity.text + ")";
        reported_in(statement, place, [&] {
            Entity& entity = find_entity(space, node.entity);
            if (node.parents == ImplementDefinition::Parents::yes) {
                if (node.condition != nullptr)
                    throw ModelError(Mistake{
                        .kind = &runtime_error,
                        .words = "Conditional implementation with parents not allowed",
                        .place = node.entity.place});
                entity.inherits = ImplementDefinition::Parents::yes;
            }
            if (node.implementations.empty()) return;
            Implement implement{.definition = &node, .place = place, .home = &space};
            for (const WrittenName& name : node.implementations)
                implement.implementations.push_back(&used_by(entity, space, name));
            entity.implements.push_back(std::move(implement));
        });
    }

    static const Implementation&
    used_by(const Entity& entity, const Namespace& space, const WrittenName& name) {
        const Implementation* known = search_implementation(space, name.text);
        if (known == nullptr) throw unknown_implementation(space, name);
        const Implementation& found = *known;
        if (!entity.is_a(*found.entity))
            throw ModelError(Mistake{
                .kind = &typing_error,
                .words = "Type mismatch: cannot use " + found.definition->name.text +
                         " as implementation for  " + entity.full_name +
                         " because its implementing type is " + found.entity->full_name});
        return found;
    }

    Model& model_;
    Diagnostics& diagnostics_;
};

} // namespace

void define_types(Model& model, Diagnostics& diagnostics) {
    Definer(model, diagnostics).run();
}

} // namespace vow::inmanta
