#include "policy/inmanta/evaluation/evaluator.h"
#include "policy/inmanta/operations/operations.h"

namespace vow::inmanta {
namespace {

Mistake not_found(std::string words, std::string hint = {}) {
    return {.kind = &not_found_error, .words = std::move(words), .hint = std::move(hint)};
}

ModelError not_found_at(const WrittenName& name, Mistake mistake) {
    mistake.place = name.place;
    mistake.statement = name.text;
    return ModelError(std::move(mistake));
}

/// The variables that a scope has, and all that are visible around it.
std::vector<std::string> visible_names(const Scope* scope) {
    std::vector<std::string> names;
    for (; scope != nullptr; scope = scope->parent) {
        names.insert(names.end(), scope->names.begin(), scope->names.end());
        if (scope->self == nullptr) continue;
        const auto attributes = scope->self->entity.attribute_names();
        names.insert(names.end(), attributes.begin(), attributes.end());
    }
    return names;
}

const Namespace& home_of(const Scope& scope) {
    const Scope* at = &scope;
    while (at->home == nullptr)
        at = at->parent;
    return *at->home;
}

bool has_content(const Value& value) {
    return !value.is_null() && (value.list() == nullptr || !value.list()->empty());
}

} // namespace

Operand Evaluator::evaluate(const Expression& expression, const Context& context) {
    Context inner = context;
    if (expression.as<ListDisplay>() == nullptr && expression.as<Conditional>() == nullptr &&
        expression.as<Comprehension>() == nullptr && expression.as<Constructor>() == nullptr)
        inner.target.reset();
    return std::visit(
        [&](const auto& node) { return evaluate(node, expression, inner); }, expression.node
    );
}

Operand Evaluator::
    evaluate(const Literal& literal, const Expression& /*self*/, const Context& /*context*/) {
    return {.value = literal.value};
}

Operand Evaluator::evaluate(
    const Reference& reference, const Expression& /*self*/, const Context& context
) {
    const Lookup found = find_variable(reference, context);
    return found.self != nullptr ? Operand{.value = Value(*found.self)} : operand_of(*found.cell);
}

Operand Evaluator::evaluate(
    const AttributeReference& reference, const Expression& self, const Context& context
) {
    return chain(
        evaluate(*reference.owner, context),
        reporter_of(self),
        [this, &self](const Value& owner) {
            if (owner.is_unknown()) return Operand{.value = owner};
            return operand_of(attribute_cell(owner, self));
        }
    );
}

Operand
Evaluator::evaluate(const DictLookup& lookup, const Expression& /*self*/, const Context& context) {
    return compute(
        {evaluate(*lookup.dict, context), evaluate(*lookup.key, context)},
        context.reporter,
        [](Values values) { return looked_up(values[0], values[1]); }
    );
}

Operand
Evaluator::evaluate(const Conditional& node, const Expression& self, const Context& context) {
    return chain(
        evaluate(*node.condition, context),
        reporter_of(self),
        [this, &node, context](const Value& condition) {
            if (condition.is_unknown()) return Operand{.value = condition};
            const bool holds = truth_of(
                condition,
                "Invalid value `{}`: the condition for a conditional expression "
                "must be a boolean expression"
            );
            return evaluate(holds ? *node.if_true : *node.if_false, context);
        }
    );
}

Operand
Evaluator::evaluate(const ListDisplay& list, const Expression& /*self*/, const Context& context) {
    std::vector<Operand> operands;
    for (const ExpressionPtr& item : list.items)
        operands.push_back(evaluate(*item, context));
    return compute(std::move(operands), context.reporter, [](Values values) {
        Value::List items;
        for (const Value& value : values) {
            const Value::List* inner = value.list();
            check_item_count(items.size() + (inner != nullptr ? inner->size() : 1));
            if (inner != nullptr)
                items.insert(items.end(), inner->begin(), inner->end());
            else
                items.push_back(value);
        }
        return Value(std::move(items));
    });
}

Operand
Evaluator::evaluate(const DictDisplay& dict, const Expression& /*self*/, const Context& context) {
    std::vector<Operand> operands;
    for (const auto& [key, value] : dict.members)
        operands.push_back(evaluate(*value, context));
    return compute(std::move(operands), context.reporter, [&dict](Values values) {
        Dict members;
        for (std::size_t i = 0; i < values.size(); ++i)
            members.set(dict.members[i].first, values[i]);
        return Value(std::move(members));
    });
}

/// Only the constraint of a type has one, which ValueCheck evaluates.
Operand Evaluator::evaluate(
    const PatternMatch& /*match*/, const Expression& self, const Context& /*context*/
) {
    return {.value = Value(text_of(self))};
}

Evaluator::Lookup
Evaluator::find_variable(const Reference& reference, const Context& context) const {
    const auto [space_name, name] = split(reference.name.text);
    if (!space_name.empty()) {
        const Namespace* space = find_import(home_of(*context.scope), space_name);
        if (space == nullptr)
            throw not_found_at(
                reference.name,
                not_found(
                    "Namespace " + space_name + " not found.\nTry importing it with `import " +
                    space_name + "`"
                )
            );
        if (Cell* cell = space->scope->find(name)) return {cell};
        const std::vector<std::string> known(
            space->scope->names.begin(), space->scope->names.end()
        );
        throw not_found_at(
            reference.name, not_found("variable " + name + " not found", hint_for(name, known))
        );
    }
    for (const Scope* scope = context.scope; scope != nullptr; scope = scope->parent) {
        if (Cell* cell = scope->find(name)) return {cell};
        if (scope->self == nullptr) continue;
        if (name == "self") return {nullptr, scope->self};
        if (Cell* cell = scope->self->find(name)) return {cell};
    }
    throw ModelError(
        not_found("variable " + name + " not found", hint_for(name, visible_names(context.scope)))
    );
}

Cell& Evaluator::attribute_cell(const Value& owner, const Expression& expression) const {
    const auto& reference = *expression.as<AttributeReference>();
    Instance* instance = instance_of(owner);
    if (instance == nullptr)
        throw ModelError(Mistake{
            .kind = &runtime_error,
            .words = "can not get attribute " + reference.attribute.text + ", " +
                     text_of(owner, Style::message) + " is not an entity but a " +
                     std::string(type_word_of(owner))});
    if (Cell* cell = instance->find(reference.attribute.text)) return *cell;
    throw ModelError(not_found(
        "could not find attribute with name: " + reference.attribute.text + " in type " +
            instance->entity.full_name,
        hint_for(reference.attribute.text, instance->entity.attribute_names())
    ));
}

Operand
Evaluator::evaluate(const Operation& operation, const Expression& self, const Context& context) {
    const bool is_or = operation.operation == Operator::or_;
    if (operation.right == nullptr)
        return compute({evaluate(*operation.left, context)}, context.reporter, [](Values values) {
            return negated(values[0]);
        });
    if (!is_or && operation.operation != Operator::and_)
        return compute(
            {evaluate(*operation.left, context), evaluate(*operation.right, context)},
            context.reporter,
            [this, sign = operation.operation](Values values) {
                if (is_open(values[0]) || is_open(values[1])) return Value(Value::Unknown());
                return result_of(sign, values[0], values[1]);
            }
        );
    const std::string words =
        std::string(" hand value `{}`: `") + (is_or ? "or" : "and") + "` expects a boolean";
    const auto right = [this, &operation, &self, context, words] {
        return compute(
            {evaluate(*operation.right, context)},
            reporter_of(self),
            [words](Values values) {
                if (values[0].is_unknown()) return values[0];
                return Value(truth_of(values[0], "Invalid right" + words));
            }
        );
    };
    return chain(
        evaluate(*operation.left, context),
        reporter_of(self),
        [is_or, words, right](const Value& left) {
            if (left.is_unknown()) return Operand{.value = left};
            const bool holds = truth_of(left, "Invalid left" + words);
            return holds == is_or ? Operand{.value = Value(holds)} : right();
        }
    );
}

Operand
Evaluator::evaluate(const Format& format, const Expression& /*self*/, const Context& context) {
    return format_parts(format.parts, context);
}

namespace {

ModelError deferred_in_text(const Expression& variable) {
    return ModelError(Mistake{
        .kind = &unexpected_reference_error,
        .words = "Encountered reference in string format for variable `" + text_of(variable) +
                 "`. This is not supported."});
}

} // namespace

Operand Evaluator::format_parts(const std::vector<Format::Part>& parts, const Context& context) {
    std::vector<Operand> operands; // of each part a value, and its specification if it has one
    operands.reserve(2 * parts.size());
    for (const Format::Part& part : parts) {
        if (part.value != nullptr) operands.push_back(evaluate(*part.value, context));
        if (!part.specification.empty())
            operands.push_back(format_parts(part.specification, context));
    }
    return compute(std::move(operands), context.reporter, [&parts](Values values) {
        std::string text;
        std::size_t next = 0;
        for (const Format::Part& part : parts) {
            text += part.text;
            if (part.value == nullptr) continue;
            const Value& value = values[next++];
            if (value.deferred() != nullptr) throw deferred_in_text(*part.value);
            std::string specification;
            if (!part.specification.empty()) {
                if (values[next].is_unknown()) return values[next];
                specification = text_of(values[next++]);
            }
            if (value.is_unknown()) return value;
            text += formatted(value, specification);
            check_text_size(text.size());
        }
        return Value(std::move(text));
    });
}

Operand Evaluator::evaluate(const IsDefined& test, const Expression& self, const Context& context) {
    if (const auto* lookup = test.value->as<DictLookup>())
        return compute(
            {evaluate(*lookup->dict, context), evaluate(*lookup->key, context)},
            context.reporter,
            [](Values values) {
                const Dict* dict = values[0].dict();
                const std::string* key = values[1].string();
                if (dict == nullptr) return looked_up(values[0], values[1]);
                const Value* found = key != nullptr ? dict->find(*key) : nullptr;
                return Value(found != nullptr && has_content(*found));
            }
        );
    if (const auto* reference = test.value->as<Reference>()) {
        const Lookup found = find_variable(*reference, context);
        if (found.self != nullptr) return {.value = Value(true)};
        return is_cell_defined(*found.cell, reporter_of(self));
    }
    const auto* attribute = test.value->as<AttributeReference>();
    return chain(
        evaluate(*attribute->owner, context),
        reporter_of(self),
        [this, &test, &self](const Value& owner) {
            if (owner.is_unknown()) return Operand{.value = owner};
            return is_cell_defined(attribute_cell(owner, *test.value), reporter_of(self));
        }
    );
}

/// A relation to many is defined as soon as it has one element.
Operand Evaluator::is_cell_defined(Cell& cell, const Reporter& reporter) {
    if (cell.state == Cell::State::set) {
        if (cell.value.is_unknown()) return {.value = cell.value};
        return {.value = Value(has_content(cell.value))};
    }
    Cell& result = new_cell();
    const auto end = [this, &result](bool is_defined) {
        if (result.state == Cell::State::set) return;
        result.value = Value(is_defined);
        scheduler_.complete(result);
    };
    if (cell.is_many())
        scheduler_.listen(
            cell,
            std::make_shared<Sink>(Sink{
                [end](const Value&, const Place&) { end(true); }, [end] { end(false); }})
        );
    scheduler_.when(cell, reporter, [&cell, end] { end(has_content(cell.value)); });
    return {.pending = &result};
}

} // namespace vow::inmanta
