#include "policy/inmanta/evaluation/evaluator.h"
#include "policy/inmanta/operations/operations.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

/// The named arguments with the members of unpacked dicts.
std::vector<std::pair<std::string, Value>>
unpacked(const std::vector<NamedArgument>& arguments, std::span<const Value> values) {
    std::vector<std::pair<std::string, Value>> named;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!arguments[i].is_unpacked()) {
            named.emplace_back(arguments[i].name.text, values[i]);
            continue;
        }
        if (values[i].dict() == nullptr)
            throw ModelError(Mistake{
                .kind = &typing_error,
                .words = "The ** operator can only be applied to dictionaries"});
        for (const auto& member : values[i].dict()->members())
            named.push_back(member);
    }
    return named;
}

const Namespace& namespace_of(const Scope& scope) {
    const Scope* at = &scope;
    while (at->home == nullptr)
        at = at->parent;
    return *at->home;
}

/// The values of an index in its own order; empty if these are not its attributes.
std::vector<Value>
index_values(const Index& index, const std::vector<std::pair<std::string, Value>>& given) {
    std::vector<Value> values;
    if (index.attributes.size() != given.size()) return values;
    for (const std::string& attribute : index.attributes) {
        const auto found = std::ranges::find(
            given, attribute, [](const auto& one) -> const auto& { return one.first; }
        );
        if (found == given.end()) return {};
        values.push_back(found->second);
    }
    return values;
}

} // namespace

Operand Evaluator::evaluate(const Call& call, const Expression& self, const Context& context) {
    const Context inner{context.scope, reporter_of(self)};
    std::vector<Operand> operands;
    for (const ExpressionPtr& argument : call.arguments)
        operands.push_back(evaluate(*argument, inner));
    for (const NamedArgument& argument : call.named)
        operands.push_back(evaluate(*argument.value, inner));
    const std::string& name = call.name.text;
    if (is_cast(name))
        return compute(std::move(operands), inner.reporter, [&call](Values values) {
            if (!call.named.empty())
                throw ModelError(Mistake{
                    .kind = &runtime_error,
                    .words = "Only positional arguments allowed in type cast"});
            if (values.size() != 1)
                throw ModelError(Mistake{
                    .kind = &runtime_error,
                    .words = "Illegal arguments " + std::string("'") +
                             (values.empty() ? "" : text_of(values[0], Style::message)) +
                             "': type casts expect exactly 1 argument"});
            return cast(call.name.text, values[0]);
        });
    const Plugin* plugin = find_plugin(plugins_, namespace_of(*context.scope), name);
    return compute_next(
        std::move(operands),
        inner.reporter,
        [this, plugin, &call, inner](Values values) {
            const std::size_t count = call.arguments.size();
            std::vector<Value> bound = bound_arguments(
                *plugin, values.first(count), unpacked(call.named, values.subspan(count))
            );
            const bool has_unknown = std::ranges::any_of(bound, [this](const Value& value) {
                return value.is_unknown() || is_open(value);
            });
            if (has_unknown && plugin->unknowns == Plugin::Unknowns::pass)
                return Operand{.value = Value(Value::Unknown())};
            check_.check(bound, *plugin);
            return invoke(*plugin, std::move(bound), inner);
        }
    );
}

void Evaluator::check_result(const Plugin& plugin, const Value& result) const {
    if (plugin.returns.type == nullptr) return;
    try {
        check_.check(result, plugin.returns);
    } catch (ModelError& error) {
        throw ModelError(Mistake{
            .kind = &wrapping_error,
            .words = "Exception in plugin " + plugin.full_name,
            .causes = std::move(error.mistakes)});
    }
}

/// Calls a plugin, again when it reads an attribute that has no value yet.
Operand
Evaluator::invoke(const Plugin& plugin, std::vector<Value> arguments, const Context& context) {
    try {
        context_.caller = context.scope;
        call_ = context.reporter;
        Value result = plugin.body(context_, arguments);
        context_.keep_secrets(arguments, result);
        check_result(plugin, result);
        return {.value = std::move(result)};
    } catch (const UnsetAttribute& unset) {
        Cell& result = new_cell();
        scheduler_.when(
            *unset.cell,
            context.reporter,
            [this, &plugin, arguments = std::move(arguments), context, &result] {
                forward(invoke(plugin, arguments, context), result, context.reporter);
            }
        );
        return {.pending = &result};
    }
}

Operand
Evaluator::evaluate(const IndexLookup& lookup, const Expression& self, const Context& context) {
    return look_up(*lookup.entity, lookup.arguments, {}, self, context);
}

Operand
Evaluator::evaluate(const RelationLookup& lookup, const Expression& self, const Context& context) {
    return chain(
        evaluate(*lookup.owner, context),
        reporter_of(self),
        [this, &lookup, &self, context](const Value& owner) {
            Instance* instance = instance_of(owner);
            const Attribute* relation =
                instance != nullptr ? instance->entity.find(lookup.relation.text) : nullptr;
            const auto refuse = [&](const DiagnosticKind& kind, std::string words) {
                return ModelError(Mistake{.kind = &kind, .words = std::move(words)});
            };
            if (instance == nullptr)
                throw refuse(
                    typing_error,
                    "The object at " + text_of(*lookup.owner) + " is not an Entity but a " +
                        std::string(type_word_of(owner))
                );
            if (relation == nullptr || !relation->is_relation())
                throw refuse(
                    typing_error,
                    "short index lookup is only possible on relations, " + lookup.relation.text +
                        " is an attribute"
                );
            if (relation->inverse == nullptr)
                throw refuse(
                    typing_error,
                    "short index lookup is only possible on bi-drectional relations, " +
                        full_name_of(*relation) + " is unidirectional"
                );
            return look_up(
                *relation->target,
                lookup.arguments,
                std::pair(relation->inverse->name, owner),
                self,
                context
            );
        }
    );
}

Operand Evaluator::look_up(
    const Entity& entity,
    const std::vector<NamedArgument>& arguments,
    std::optional<std::pair<std::string, Value>> fixed,
    const Expression& self,
    const Context& context
) {
    const Context inner{context.scope, reporter_of(self)};
    std::vector<Operand> operands;
    operands.reserve(arguments.size());
    for (const NamedArgument& argument : arguments)
        operands.push_back(evaluate(*argument.value, inner));
    return compute_next(
        std::move(operands),
        inner.reporter,
        [this, &entity, &arguments, fixed = std::move(fixed), &self](Values values) {
            auto given = unpacked(arguments, values);
            std::string key_text;
            for (const auto& [name, value] : given)
                key_text += (key_text.empty() ? "" : ", ") + name + "=" + quoted_text_of(value);
            if (fixed) given.push_back(*fixed);
            for (auto one = given.begin(); one != given.end(); ++one) {
                const auto is_same = [&one](const auto& other) {
                    return other.first == one->first;
                };
                if (std::any_of(given.begin(), one, is_same))
                    throw ModelError(Mistake{
                        .kind = &runtime_error,
                        .words = "Attribute " + one->first + " provided twice in index lookup"});
            }
            for (const Index* index : entity.all_indexes) {
                const auto key_values = index_values(*index, given);
                if (key_values.empty()) continue;
                const std::string key = Indexes::key_of(key_values);
                if (Instance* found = indexes_.find(*index, key))
                    return Operand{.value = Value(*found)};
                Cell& result = new_cell();
                indexes_.wait(*index, key, {&entity, key_text, &self, &result});
                return Operand{.pending = &result};
            }
            std::string names;
            for (const auto& [name, value] : given)
                names += (names.empty() ? "" : ", ") + name;
            throw ModelError(Mistake{
                .kind = &not_found_error,
                .words = "No index defined on " + entity.name + " for this lookup: " + names});
        }
    );
}

} // namespace vow::inmanta
