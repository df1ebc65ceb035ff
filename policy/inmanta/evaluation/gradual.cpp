#include "policy/inmanta/evaluation/evaluator.h"
#include "policy/inmanta/operations/operations.h"
#include "policy/run/world.h"

namespace vow::inmanta {
namespace {

/// A sink that passes elements on, and ends the other one when all parts have ended.
class PartSinks {
public:
    PartSinks(SinkPtr whole, std::size_t parts)
        : state_(std::make_shared<State>(State{std::move(whole), parts})) {}

    SinkPtr part() const {
        return std::make_shared<Sink>(Sink{
            [state = state_](const Value& element, const Place& at) {
                state->whole->receive(element, at);
            },
            [state = state_] {
                if (--state->open == 0) state->whole->done();
            },
            state_->whole->failed});
    }
    void close_one() const {
        if (--state_->open == 0) state_->whole->done();
    }

private:
    struct State {
        SinkPtr whole;
        std::size_t open;
    };
    std::shared_ptr<State> state_;
};

} // namespace

/// Passes the elements of an expression to the sink as they become known.
void Evaluator::evaluate_gradually(
    const Expression& expression, const Context& context, const SinkPtr& sink
) {
    if (const auto* reference = expression.as<Reference>()) {
        const Lookup found = find_variable(*reference, context);
        if (found.cell != nullptr && found.cell->is_many())
            return scheduler_.listen(*found.cell, sink);
    }
    if (const auto* attribute = expression.as<AttributeReference>()) {
        then(
            evaluate(*attribute->owner, context),
            reporter_of(expression),
            [this, &expression, context, sink](const Value& owner) {
                if (owner.is_unknown()) return deliver({.value = owner}, expression, context, sink);
                Cell& cell = attribute_cell(owner, expression);
                if (cell.is_many()) return scheduler_.listen(cell, sink);
                deliver({.value = {}, .pending = &cell}, expression, context, sink);
            }
        );
        return;
    }
    if (const auto* list = expression.as<ListDisplay>()) return deliver_list(*list, context, sink);
    if (const auto* conditional = expression.as<Conditional>()) {
        then(
            evaluate(*conditional->condition, context),
            reporter_of(expression),
            [this, conditional, context, sink](const Value& condition) {
                if (condition.is_unknown()) {
                    leave_gap();
                    return sink->done();
                }
                const bool holds = truth_of(
                    condition,
                    "Invalid value `{}`: the condition for a conditional expression "
                    "must be a boolean expression"
                );
                evaluate_gradually(
                    holds ? *conditional->if_true : *conditional->if_false, context, sink
                );
            }
        );
        return;
    }
    deliver(evaluate(expression, context), expression, context, sink);
}

void Evaluator::deliver_list(const ListDisplay& list, const Context& context, const SinkPtr& sink) {
    const PartSinks parts(sink, list.items.size() + 1);
    for (const ExpressionPtr& item : list.items)
        evaluate_gradually(*item, context, parts.part());
    parts.close_one();
}

/// Passes on a value, or the items of a list, when they are known.
void Evaluator::deliver(
    const Operand& operand,
    const Expression& expression,
    const Context& context,
    const SinkPtr& sink
) {
    const auto pass = [sink, &expression](const Value& value) {
        if (const Value::List* items = value.list()) {
            for (const Value& item : *items)
                sink->receive(item, expression.place);
        } else {
            sink->receive(value, expression.place);
        }
        sink->done();
    };
    if (operand.pending == nullptr) return pass(operand.value);
    Cell& cell = *operand.pending;
    scheduler_.when(cell, context.reporter, [this, &cell, sink, pass] {
        Value value;
        try {
            value = read(cell);
        } catch (const ModelError& error) {
            if (sink->failed) sink->failed(error);
            throw;
        }
        pass(value);
    });
}

Operand Evaluator::evaluate(
    const Comprehension& comprehension, const Expression& self, const Context& context
) {
    return expand(comprehension, 0, {context.scope, reporter_of(self), context.target});
}

Context
Evaluator::loop_context(const WrittenName& variable, const Value& value, const Context& context) {
    Scope& scope = add_scope({.names = std::span(&variable.text, 1), .parent = context.scope});
    scope.cells[0].value = value;
    scope.cells[0].state = Cell::State::set;
    scope.cells[0].set_at = variable.place;
    return {&scope, context.reporter, context.target};
}

/// The list that one of the loops makes, with those inside it.
Operand Evaluator::expand(const Comprehension& node, std::size_t depth, const Context& context) {
    const Comprehension::Loop& loop = node.loops[depth];
    return chain(
        evaluate(*loop.items, {context.scope, context.reporter}),
        context.reporter,
        [this, &node, &loop, depth, context](const Value& items) {
            if (items.is_unknown()) return Operand{.value = items};
            if (items.list() == nullptr)
                throw ModelError(Mistake{
                    .kind = &typing_error,
                    .words = "A list comprehension can only be applied to lists and relations, "
                             "got " +
                             std::string(type_word_of(items))});
            std::vector<Operand> parts;
            for (const Value& item : *items.list()) {
                cancel_if_stopped(context_.stop());
                const Context inner = loop_context(loop.variable, item, context);
                parts.push_back(
                    depth + 1 < node.loops.size() ? expand(node, depth + 1, inner)
                                                  : element_of(node, inner)
                );
            }
            return compute(std::move(parts), context.reporter, [](Values values) {
                Value::List all;
                for (const Value& value : values) {
                    if (value.list() == nullptr) return Value(Value::Unknown());
                    check_item_count(all.size() + value.list()->size());
                    all.insert(all.end(), value.list()->begin(), value.list()->end());
                }
                return Value(std::move(all));
            });
        }
    );
}

/// A list of one element, or of none if the guard does not hold.
Operand Evaluator::element_of(const Comprehension& node, const Context& context) {
    const auto element = [this, &node, context] {
        return compute({evaluate(*node.value, context)}, context.reporter, [](Values values) {
            return Value(Value::List(values.begin(), values.end()));
        });
    };
    if (node.guard == nullptr) return element();
    const Context plain{context.scope, context.reporter};
    return chain(evaluate(*node.guard, plain), context.reporter, [element](const Value& guard) {
        if (guard.is_unknown()) return Operand{.value = guard};
        const bool holds = truth_of(
            guard,
            "Invalid value `{}`: the guard condition for a list comprehension must be "
            "a boolean expression"
        );
        return holds ? element() : Operand{.value = Value(Value::List())};
    });
}

} // namespace vow::inmanta
