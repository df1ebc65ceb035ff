#include "policy/inmanta/evaluation/evaluator.h"
#include "policy/inmanta/operations/operations.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

bool is_known_first(const Constructor& constructor, const NamedArgument& argument) {
    return argument.is_unpacked() || constructor.entity->is_indexed(argument.name.text);
}

bool has_argument(std::span<const NamedArgument> arguments, const std::string& name) {
    return std::ranges::any_of(arguments, [&](const NamedArgument& argument) {
        return argument.name.text == name;
    });
}

bool is_empty(const Implement* implement) {
    const auto has_no_statement = [](const Implementation* one) {
        return one->definition->body.statements.empty();
    };
    return implement->definition->condition == nullptr &&
           std::ranges::all_of(implement->implementations, has_no_statement);
}

} // namespace

/// The instance exists as soon as the values of its indexes are known; the other arguments follow.
Operand Evaluator::evaluate(
    const Constructor& constructor, const Expression& self, const Context& context
) {
    Context inner{context.scope, reporter_of(self), context.target};
    std::vector<Operand> first;
    const Context plain{context.scope, reporter_of(self)};
    for (const NamedArgument& argument : constructor.arguments) {
        if (is_known_first(constructor, argument))
            first.push_back(evaluate(*argument.value, plain));
    }
    return compute(
        std::move(first),
        inner.reporter,
        [this, &constructor, &self, inner](Values known) {
            return make_instance(constructor, self, inner, known);
        }
    );
}

std::vector<Evaluator::Given> Evaluator::given_values(
    const Constructor& constructor, const Expression& self, const Context& context, Values known
) const {
    std::vector<Given> given;
    const auto add = [&](const std::string& name, const Value& value, const Place& place) {
        const bool is_repeated = std::ranges::find(given, name, &Given::name) != given.end();
        if (is_repeated)
            throw ModelError(Mistake{
                .kind = &runtime_error,
                .words = "The attribute " + name + " is set twice in the constructor call of " +
                         constructor.type.text + "."});
        given.push_back({name, value, place});
    };
    std::size_t next = 0;
    for (const NamedArgument& argument : constructor.arguments) {
        if (!is_known_first(constructor, argument)) continue;
        const Value& value = known[next++];
        if (!argument.is_unpacked()) {
            add(argument.name.text, value, argument.value->place);
            continue;
        }
        if (value.dict() == nullptr)
            throw ModelError(Mistake{
                .kind = &typing_error,
                .words = "The ** operator can only be applied to dictionaries"});
        for (const auto& [name, member] : value.dict()->members()) {
            if (constructor.entity->find(name) == nullptr)
                throw ModelError(Mistake{
                    .kind = &typing_error,
                    .words = "no attribute " + name + " on type " + constructor.entity->full_name});
            const bool is_written = has_argument(constructor.arguments, name);
            if (is_written && !constructor.entity->is_indexed(name))
                given.push_back({name, {}, {}});
            add(name, member, self.place);
        }
    }
    const Attribute* inverse = context.target ? context.target->attribute->inverse : nullptr;
    const bool is_implied = inverse != nullptr && constructor.entity->is_indexed(inverse->name) &&
                            constructor.entity->find(inverse->name) == inverse &&
                            std::ranges::find(given, inverse->name, &Given::name) == given.end();
    if (is_implied) add(inverse->name, Value(*context.target->owner), self.place);
    return given;
}

/// The instance that has these values in an index; null without one. Throws if indexes are missing
/// values, or name several instances.
Instance* Evaluator::find_indexed(
    const Entity& entity, const std::vector<Given>& given, const Expression& self
) {
    Instance* found = nullptr;
    std::string missing;
    for (const Index* index : entity.all_indexes) {
        std::vector<Value> values;
        for (const std::string& attribute : index->attributes) {
            const auto one = std::ranges::find(given, attribute, &Given::name);
            const std::size_t slot = entity.slot_of.at(attribute);
            const AttributeDefinition* standard = entity.defaults[slot];
            if (one != given.end())
                values.push_back(one->value);
            else if (standard != nullptr && standard->value != nullptr)
                values.push_back(default_of(*standard, entity));
            else
                missing += missing_index_value(entity, attribute);
        }
        if (!missing.empty() ||
            std::ranges::any_of(values, [&](const Value& value) { return is_open(value); }))
            continue;
        Instance* other = indexes_.find(*index, Indexes::key_of(values));
        if (found != nullptr && other != nullptr && found != other)
            throw ModelError(Mistake{
                .kind = &index_collision_error, .words = "Inconsistent indexes detected!\n"});
        if (other != nullptr) found = other;
    }
    if (!missing.empty())
        throw ModelError(Mistake{
            .kind = &index_argument_error, .words = "Invalid Constructor call:" + missing});
    if (found != nullptr && &found->entity != &entity)
        throw duplicate(
            "Type found in index is not an exact match", self.place, found->created.front()
        );
    return found;
}

Instance& Evaluator::add_instance(const Entity& entity, const Place& at) {
    if (instances_.size() == max_instances_)
        throw ModelError(Mistake{
            .kind = &runtime_error,
            .words = "Could not complete model, " + std::to_string(max_instances_) +
                     " instances reached."});
    Instance& instance = instances_.emplace_back(entity, at, last_delayed_);
    for (Cell& cell : instance.cells()) {
        if (cell.delayed != nullptr) scheduler_.add_delayed(cell);
    }
    return instance;
}

/// Whether a check has enough instances of this constructor whose indexes are open. A run finds
/// that some of them are the same; where each leads to the next, a check would make no end of them.
bool Evaluator::is_surplus(const Constructor& constructor, const std::vector<Given>& given) {
    constexpr std::size_t max_open_instances = 1000;
    const bool has_open_index = std::ranges::any_of(given, [&](const Given& one) {
        return constructor.entity->is_indexed(one.name) && is_open(one.value);
    });
    return has_open_index && open_instances_[&constructor]++ >= max_open_instances;
}

Value Evaluator::make_instance(
    const Constructor& constructor, const Expression& self, const Context& context, Values known
) {
    const Entity& entity = *constructor.entity;
    const std::vector<Given> given = given_values(constructor, self, context, known);
    Instance* existing = find_indexed(entity, given, self);
    if (existing == nullptr && is_surplus(constructor, given)) {
        leave_gap();
        return Value::Unknown();
    }
    if (existing != nullptr) existing->created.push_back(self.place);
    Instance& instance = existing != nullptr ? *existing : add_instance(entity, self.place);
    for (const Given& one : given)
        set_attribute(*instance.find(one.name), one.value, one.place, context.reporter);
    if (existing == nullptr) {
        add_defaults(instance, constructor.arguments, given);
        for (const Index* index : entity.all_indexes) {
            std::vector<Value> values;
            for (const std::string& attribute : index->attributes)
                values.push_back(instance.find(attribute)->value);
            if (std::ranges::any_of(values, [&](const Value& value) { return is_open(value); })) {
                leave_gap();
                continue;
            }
            for (const auto& lookup : indexes_.add(*index, Indexes::key_of(values), instance)) {
                lookup.result->value = Value(instance);
                scheduler_.complete(*lookup.result);
            }
        }
    }
    for (const NamedArgument& argument : constructor.arguments) {
        if (is_known_first(constructor, argument)) continue;
        assign(*instance.find(argument.name.text), *argument.value, context);
    }
    if (existing == nullptr) begin(instance, context.reporter);
    return {instance};
}

/// Implements an instance after everything that is ready; at once if no statement follows from it.
void Evaluator::begin(Instance& instance, const Reporter& reporter) {
    if (std::ranges::all_of(instance.entity.all_implements, is_empty)) return implement(instance);
    scheduler_.post(reporter, [this, &instance] { implement(instance); });
}

/// The instance that a dataclass of Python is in the model; such entities have no indexes.
Value Evaluator::make(const Entity& entity, const Dict& attributes) {
    std::vector<Given> given;
    for (const auto& [name, value] : attributes.members()) {
        if (entity.find(name) == nullptr)
            throw ModelError(Mistake{
                .kind = &typing_error,
                .words = "no attribute " + name + " on type " + entity.full_name});
        given.push_back({name, value, call_.place});
    }
    Instance& instance = add_instance(entity, call_.place);
    for (const Given& one : given)
        set_attribute(*instance.find(one.name), one.value, one.place, call_);
    add_defaults(instance, {}, given);
    begin(instance, call_);
    return {instance};
}

void Evaluator::add_defaults(
    Instance& instance, std::span<const NamedArgument> arguments, const std::vector<Given>& given
) {
    const Entity& entity = instance.entity;
    for (std::size_t slot = 0; slot < entity.slots.size(); ++slot) {
        const AttributeDefinition* standard = entity.defaults[slot];
        if (standard == nullptr || standard->value == nullptr) continue;
        const std::string& name = entity.slots[slot]->name;
        const bool is_given = has_argument(arguments, name) ||
                              std::ranges::find(given, name, &Given::name) != given.end();
        if (is_given) continue;
        set(instance.cells()[slot], default_of(*standard, entity), standard->name.place);
    }
}

Value Evaluator::default_of(const AttributeDefinition& attribute, const Entity& entity) {
    const auto found = defaults_.find(&attribute);
    if (found != defaults_.end()) return found->second;
    Value value = check_.evaluate(*attribute.value, *entity.home, Value());
    defaults_.emplace(&attribute, value);
    return value;
}

void Evaluator::implement(Instance& instance) {
    for (const Implement* one : instance.entity.all_implements) {
        const Expression* condition = one->definition->condition.get();
        if (condition == nullptr) {
            implement(instance, *one);
            continue;
        }
        const Reporter reporter{.implement = one, .place = one->place};
        Scope& scope = add_scope({.parent = one->home->scope, .self = &instance});
        run_reported(reporter, [&] {
            then(
                evaluate(*condition, {&scope, reporter}),
                reporter,
                [this, &instance, one](const Value& holds) {
                    if (holds.is_unknown()) return leave_gap();
                    const bool is_chosen = truth_of(
                        holds,
                        "Invalid value `{}`: the condition for a conditional "
                        "implementation can only be a boolean expression"
                    );
                    if (is_chosen) implement(instance, *one);
                }
            );
        });
    }
}

void Evaluator::implement(Instance& instance, const Implement& implement) {
    for (const Implementation* one : implement.implementations) {
        auto& executed = instance.implementations;
        if (std::ranges::find(executed, one) != executed.end()) continue;
        executed.push_back(one);
        const Block& body = one->definition->body;
        if (body.statements.empty()) continue;
        Scope& scope =
            add_scope({.names = body.variables, .parent = one->home->scope, .self = &instance});
        execute(body, scope);
    }
}

} // namespace vow::inmanta
