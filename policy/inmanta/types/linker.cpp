#include "policy/inmanta/operations/operations.h"
#include "policy/inmanta/syntax/tree.h"
#include "policy/inmanta/types/phases.h"
#include "policy/inmanta/types/value_check.h"
#include "protocol/data/overload.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

/// The variable at which a chain of attributes begins; null if it begins otherwise.
const Reference* root_of(const Expression& owner) {
    const Expression* at = &owner;
    while (const auto* attribute = at->as<AttributeReference>())
        at = attribute->owner.get();
    return at->as<Reference>();
}

/// Sorts the names, of which each comes once then.
void make_set(std::vector<std::string>& names) {
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
}

/// Adds the entities of a name among `entity` and all that extend it.
void add_named(const Entity& entity, const std::string& name, std::vector<const Entity*>& found) {
    const bool is_new = std::ranges::find(found, &entity) == found.end();
    if (entity.name == name && is_new) found.push_back(&entity);
    for (const Entity* child : entity.children)
        add_named(*child, name, found);
}

bool has_argument(const Constructor& constructor, const std::string& name) {
    return std::ranges::any_of(constructor.arguments, [&](const NamedArgument& argument) {
        return argument.name.text == name;
    });
}

/// Where the value of an expression goes.
struct Destination {
    bool is_attribute = false;    ///< the other side of a relation can give an index its value
    const Entity* type = nullptr; ///< of a relation, where the constructor has written it
};

/// Resolves the names in the statements of one file.
class Linker {
public:
    Linker(Namespace& space, const Plugins& plugins) : space_(space), plugins_(plugins) {}

    void link_block(Block& block) {
        for (Statement& statement : block.statements) {
            if (const auto* assignment = statement.as<VariableAssignment>())
                block.variables.push_back(assignment->variable.text);
            link_statement(statement);
        }
        make_set(block.variables);
    }

    void link_expression(Expression& expression, const Destination& destination = {}) {
        if (auto* constructor = expression.as<Constructor>()) {
            reported(expression, [&] { link_constructor(*constructor, destination); });
            return;
        }
        if (auto* lookup = expression.as<IndexLookup>())
            reported(expression, [&] { lookup->entity = &find_entity(space_, lookup->type); });
        if (const auto* call = expression.as<Call>())
            reported(expression, [&] { check_call(*call); });
        const auto* comprehension = expression.as<Comprehension>();
        const bool passes_all =
            expression.as<ListDisplay>() != nullptr || expression.as<Conditional>() != nullptr;
        each_child(expression, [&](Expression& child) {
            const bool is_result =
                passes_all || (comprehension != nullptr && comprehension->value.get() == &child);
            link_expression(child, is_result ? destination : Destination());
        });
    }

private:
    template <class Work>
    static void reported(const Expression& expression, Work work) {
        try {
            work();
        } catch (ModelError& error) {
            error.mistakes.front().report_in(text_of(expression), expression.place);
            throw;
        }
    }

    void link_statement(Statement& statement) {
        std::visit([&](auto& node) { link(node, statement); }, statement.node);
    }

    void link(VariableAssignment& assignment, const Statement& statement) {
        try {
            link_expression(*assignment.value);
        } catch (ModelError& error) {
            Mistake& mistake = error.mistakes.front();
            if (mistake.kind != &index_argument_error) mistake.statement = text_of(statement);
            throw;
        }
    }
    void link(AttributeAssignment& assignment, const Statement& /*statement*/) {
        link_expression(*assignment.owner);
        link_expression(*assignment.value, {.is_attribute = true});
    }
    void link(For& loop, const Statement& /*statement*/) {
        link_expression(*loop.items);
        link_block(loop.body);
        loop.body.variables.push_back(loop.variable.text);
        make_set(loop.body.variables);
        expect_in(loop.body, {}, loop.expected);
    }
    void link(If& condition, const Statement& /*statement*/) {
        link_expression(*condition.condition);
        link_block(condition.if_true);
        link_block(condition.if_false);
        expect_in(condition.if_true, {}, condition.expected);
        expect_in(condition.if_false, {}, condition.expected);
    }
    void link(ExpressionPtr& expression, const Statement& /*statement*/) {
        link_expression(*expression);
    }

    /// `hidden`: the variables of the blocks around it, up to the statement that expects.
    void expect_in(
        const Block& block,
        std::vector<std::string> hidden,
        std::vector<ExpectedAssignment>& expected
    ) {
        hidden.insert(hidden.end(), block.variables.begin(), block.variables.end());
        const Overload expect{
            [&](const AttributeAssignment& attribute) {
                const Reference* root = root_of(*attribute.owner);
                if (root != nullptr && std::ranges::find(hidden, root->name.text) == hidden.end())
                    expected.push_back({attribute.owner.get(), &attribute.attribute});
            },
            [&](const For& loop) { expect_in(loop.body, hidden, expected); },
            [&](const If& condition) {
                expect_in(condition.if_true, hidden, expected);
                expect_in(condition.if_false, hidden, expected);
            },
            [](const VariableAssignment&) {},
            [](const ExpressionPtr&) {}};
        for (const Statement& statement : block.statements)
            std::visit(expect, statement.node);
    }

    void check_call(const Call& call) const {
        const std::string& name = call.name.text;
        for (std::size_t i = 0; i < call.named.size(); ++i) {
            const std::string& argument = call.named[i].name.text;
            const auto begin = call.named.begin();
            const auto here = begin + static_cast<std::ptrdiff_t>(i);
            const bool is_repeated =
                !argument.empty() && std::any_of(begin, here, [&](const NamedArgument& other) {
                    return other.name.text == argument;
                });
            if (is_repeated)
                throw ModelError(Mistake{
                    .kind = &runtime_error,
                    .words = std::string("Keyword argument ")
                                 .append(argument)
                                 .append(" repeated in function call ")
                                 .append(name)
                                 .append("()")});
        }
        if (is_cast(name)) return;
        if (find_plugin(plugins_, space_, name) != nullptr) return;
        if (name == "list" || name == "dict" || name == "any" || search_entity(space_, name))
            throw ModelError(Mistake{
                .kind = &runtime_error,
                .words = "Can not call '" + name + "', can only call plugin or primitive type cast"}
            );
        ModelError error = unknown_type(space_, call.name);
        const std::string hint = hint_for(qualified_plugin(space_, name), plugins_.names());
        if (!hint.empty()) error.mistakes.front().hint = hint;
        throw ModelError(std::move(error));
    }

    void link_constructor(Constructor& constructor, const Destination& destination) {
        const Entity* entity = search_entity(space_, constructor.type.text);
        const Entity* wanted = destination.type;
        if (entity == nullptr && wanted != nullptr) entity = hinted(constructor.type, *wanted);
        if (entity == nullptr) throw unknown_type(space_, constructor.type);
        constructor.entity = entity;
        if (wanted != nullptr && !entity->is_a(*wanted))
            throw typing_mistake(
                "Can not assign a value of type " + entity->full_name + " to a variable of type " +
                wanted->full_name
            );
        check_arguments(constructor);
        check_indexes(constructor, destination);
        for (NamedArgument& argument : constructor.arguments) {
            const Attribute* attribute =
                argument.is_unpacked() ? nullptr : entity->find(argument.name.text);
            if (attribute == nullptr || entity->is_indexed(attribute->name)) {
                link_expression(*argument.value);
                continue;
            }
            if (!attribute->is_relation()) refuse_instance(*argument.value, *attribute);
            link_expression(*argument.value, {.is_attribute = true, .type = attribute->target});
        }
    }

    /// An entity of another namespace that the relation's type stands for; null without one.
    static const Entity* hinted(const WrittenName& name, const Entity& wanted) {
        std::vector<const Entity*> found;
        add_named(wanted, name.text, found);
        if (found.empty()) return nullptr;
        if (found.size() == 1) return found.front();
        std::ranges::sort(found, {}, &Entity::full_name);
        std::string names;
        for (const Entity* one : found)
            names.append(names.empty() ? "" : ", ").append(one->full_name);
        throw ModelError(Mistake{
            .kind = &ambiguous_type_error,
            .words = "Could not determine namespace for type " + name.text + ". " +
                     std::to_string(found.size()) + " possible candidates exists: [" + names +
                     "]. To resolve this, use the fully qualified name instead of the short name.",
            .place = name.place});
    }

    /// Values of indexes can come from the arguments, from defaults and unpacked dicts, and one
    /// from the other side of the relation that is assigned.
    static void check_indexes(const Constructor& constructor, const Destination& destination) {
        const Entity& entity = *constructor.entity;
        if (std::ranges::any_of(constructor.arguments, &NamedArgument::is_unpacked)) return;
        std::size_t count = 0;
        std::string missing;
        for (const Index* index : entity.all_indexes) {
            for (const std::string& attribute : index->attributes) {
                const AttributeDefinition* standard = entity.defaults[entity.slot_of.at(attribute)];
                const bool has_default = standard != nullptr && standard->value != nullptr;
                if (has_default || has_argument(constructor, attribute)) continue;
                ++count;
                missing += missing_index_value(entity, attribute);
            }
        }
        if (count == 0 || (count == 1 && destination.is_attribute)) return;
        throw ModelError(Mistake{
            .kind = &index_argument_error, .words = "Invalid Constructor call:" + missing});
    }

    static void refuse_instance(const Expression& value, const Attribute& attribute) {
        const auto* constructor = value.as<Constructor>();
        if (constructor == nullptr) return;
        reported(value, [&] {
            throw typing_mistake(
                "Can not assign a value of type " + constructor->type.text +
                " to a variable of type " + text_of(attribute.type)
            );
        });
    }

    static void check_arguments(const Constructor& constructor) {
        const auto& arguments = constructor.arguments;
        for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
            const std::string& name = argument->name.text;
            if (argument->is_unpacked()) continue;
            if (constructor.entity->find(name) == nullptr)
                throw ModelError(Mistake{
                    .kind = &typing_error,
                    .words = "no attribute " + name + " on type " + constructor.entity->full_name,
                    .place = argument->name.place,
                    .statement = name,
                    .hint = hint_for(name, constructor.entity->attribute_names())});
            if (std::any_of(arguments.begin(), argument, [&](const NamedArgument& other) {
                    return other.name.text == name;
                }))
                throw ModelError(Mistake{
                    .kind = &runtime_error,
                    .words = "The attribute " + name + " is set twice in the constructor call of " +
                             constructor.type.text + "."});
        }
    }

    Namespace& space_;
    const Plugins& plugins_;
};

} // namespace

void link(Model& model, const Plugins& plugins) {
    for (const auto& space : model.namespaces) {
        Linker linker(*space, plugins);
        for (Definition& definition : space->file.definitions) {
            if (auto* implementation = definition.as<ImplementationDefinition>())
                linker.link_block(implementation->body);
            if (auto* implement = definition.as<ImplementDefinition>();
                implement != nullptr && implement->condition != nullptr)
                linker.link_expression(*implement->condition);
            if (auto* type = definition.as<TypeDefinition>())
                linker.link_expression(*type->constraint);
            if (auto* relation = definition.as<RelationDefinition>()) {
                for (ExpressionPtr& annotation : relation->annotations)
                    linker.link_expression(*annotation);
            }
        }
        linker.link_block(space->file.block);
    }
}

} // namespace vow::inmanta
