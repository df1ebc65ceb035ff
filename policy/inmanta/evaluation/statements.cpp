#include "policy/inmanta/evaluation/evaluator.h"
#include "policy/inmanta/operations/operations.h"

namespace vow::inmanta {
namespace {

ModelError not_an_entity(const Expression& owner, const Value& value) {
    return ModelError(Mistake{
        .kind = &typing_error,
        .words = "The object at " + text_of(owner) + " is not an Entity but a <class '" +
                 std::string(type_word_of(value)) + "'> with value " +
                 text_of(value, Style::message)});
}

ModelError no_attribute(const Instance& instance, const std::string& name) {
    return ModelError(Mistake{
        .kind = &not_found_error,
        .words =
            "could not find attribute with name: " + name + " in type " + instance.entity.full_name,
        .hint = hint_for(name, instance.entity.attribute_names())});
}

/// A block sets an attribute that an instance lacks, whether it comes to run or not.
ModelError unknown_attribute(const Instance& instance, const ExpectedAssignment& expected) {
    ModelError error = no_attribute(instance, expected.attribute->text);
    error.mistakes.front().report_in(
        text_of(*expected.owner) + "." + expected.attribute->text,
        {expected.attribute->place.span, Detail::line}
    );
    return error;
}

} // namespace

/// The cells that a statement may still set. Until they are released, they are not frozen.
class Evaluator::Expectation {
public:
    explicit Expectation(CellScheduler& scheduler) : scheduler_(scheduler) {}

    void hold(Cell& cell) {
        if (is_released_) return;
        scheduler_.add_provider(cell);
        held_.push_back(&cell);
    }

    void release() {
        is_released_ = true;
        for (Cell* cell : held_)
            scheduler_.remove_provider(*cell);
        held_.clear();
    }

private:
    CellScheduler& scheduler_;
    std::vector<Cell*> held_;
    bool is_released_ = false;
};

std::shared_ptr<Evaluator::Expectation>
Evaluator::expect(std::span<const ExpectedAssignment> expected, const Context& context) {
    auto expectation = std::make_shared<Expectation>(scheduler_);
    for (const ExpectedAssignment& one : expected) {
        const auto hold = [expectation, &one](const Value& owner) {
            Instance* instance = instance_of(owner);
            if (instance == nullptr) return; // the statement itself reports it
            Cell* cell = instance->find(one.attribute->text);
            if (cell == nullptr) throw unknown_attribute(*instance, one);
            if (cell->delayed != nullptr) expectation->hold(*cell);
        };
        const std::optional<Operand> owner = known_owner(one, context);
        if (!owner) continue;
        if (owner->pending == nullptr) {
            hold(owner->value);
        } else if (owner->pending->attribute == nullptr) {
            Cell& cell = *owner->pending;
            scheduler_.when(cell, context.reporter, [&cell, hold] { hold(cell.value); });
        }
    }
    return expectation;
}

/// Without one, the statement that sets the attribute reports the errors of its owner.
std::optional<Operand>
Evaluator::known_owner(const ExpectedAssignment& expected, const Context& context) {
    try {
        return evaluate(*expected.owner, context);
    } catch (const ModelError&) {
        return std::nullopt;
    }
}

void Evaluator::execute(const Block& block, const Scope& scope) {
    for (const Statement& statement : block.statements) {
        scheduler_.check_stop();
        execute(statement, scope);
    }
}

void Evaluator::execute(const Statement& statement, const Scope& scope) {
    const Context context{&scope, reporter_of(statement)};
    run_reported(context.reporter, [&] {
        std::visit([&](const auto& node) { execute(node, context); }, statement.node);
    });
}

void Evaluator::execute(const ExpressionPtr& expression, const Context& context) {
    evaluate(*expression, context);
}

void Evaluator::execute(const VariableAssignment& assignment, const Context& context) {
    Cell& cell = *context.scope->find(assignment.variable.text);
    const Place& at = assignment.value->place;
    then(
        evaluate(*assignment.value, context),
        context.reporter,
        [this, &cell, &at](const Value& value) { set(cell, value, at); }
    );
}

void Evaluator::execute(const AttributeAssignment& assignment, const Context& context) {
    then(
        evaluate(*assignment.owner, context),
        context.reporter,
        [this, &assignment, context](const Value& owner) {
            if (owner.is_unknown()) return leave_gap();
            Instance* instance = instance_of(owner);
            if (instance == nullptr) throw not_an_entity(*assignment.owner, owner);
            Cell* cell = instance->find(assignment.attribute.text);
            if (cell == nullptr) throw no_attribute(*instance, assignment.attribute.text);
            if (assignment.assigned == Assigned::added && !cell->is_many())
                throw ModelError(Mistake{
                    .kind = &typing_error,
                    .words = "Can not use += on relations with multiplicity 1"});
            assign(*cell, *assignment.value, context);
        }
    );
}

void Evaluator::execute(const For& loop, const Context& context) {
    const auto expectation = expect(loop.expected, context);
    const auto run = [this, &loop, context](const Value& element, const Place&) {
        Scope& scope = add_scope({.names = loop.body.variables, .parent = context.scope});
        Cell& variable = *scope.find(loop.variable.text);
        variable.value = element;
        variable.set_at = loop.variable.place;
        scheduler_.complete(variable);
        execute(loop.body, scope);
    };
    const auto end = [expectation] { expectation->release(); };
    const auto sink = std::make_shared<Sink>(Sink{run, end});
    const bool is_direct =
        loop.items->as<ListDisplay>() != nullptr || loop.items->as<Conditional>() != nullptr;
    if (is_direct) return evaluate_gradually(*loop.items, context, sink);
    Operand items;
    if (const auto* attribute = loop.items->as<AttributeReference>())
        items = evaluate(*attribute->owner, context);
    const auto run_all = [this, run, end](const Value& value) {
        if (value.is_unknown()) {
            leave_gap();
            return end();
        }
        if (value.list() == nullptr)
            throw ModelError(Mistake{
                .kind = &typing_error,
                .words = "A for loop can only be applied to lists and relations"});
        for (const Value& element : *value.list())
            run(element, {});
        end();
    };
    if (const auto* reference = loop.items->as<Reference>()) {
        const Lookup found = find_variable(*reference, context);
        if (found.cell != nullptr && found.cell->is_many())
            return scheduler_.listen(*found.cell, sink);
    }
    const auto* attribute = loop.items->as<AttributeReference>();
    if (attribute == nullptr)
        return then(evaluate(*loop.items, context), context.reporter, run_all);
    then(
        items,
        reporter_of(*loop.items),
        [this, &loop, context, sink, run_all](const Value& owner) {
            if (owner.is_unknown()) return run_all(owner);
            Cell& cell = attribute_cell(owner, *loop.items);
            if (cell.is_many()) return scheduler_.listen(cell, sink);
            then({.value = {}, .pending = &cell}, context.reporter, run_all);
        }
    );
}

void Evaluator::execute(const If& condition, const Context& context) {
    const auto expectation = expect(condition.expected, context);
    then(
        evaluate(*condition.condition, context),
        context.reporter,
        [this, &condition, context, expectation](const Value& value) {
            if (value.is_unknown()) {
                leave_gap();
            } else {
                const bool holds = truth_of(
                    value,
                    "Invalid value `{}`: the condition for an if statement can only be a "
                    "boolean expression"
                );
                const Block& branch = holds ? condition.if_true : condition.if_false;
                execute(branch, add_scope({.names = branch.variables, .parent = context.scope}));
            }
            expectation->release();
        }
    );
}

} // namespace vow::inmanta
