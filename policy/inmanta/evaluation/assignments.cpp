#include "policy/inmanta/evaluation/evaluator.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

ModelError double_set(const Cell& cell, const Value& value, const Place& at) {
    return ModelError(Mistake{
        .kind = &double_set_error,
        .words = "value set twice:\n\told value: " + text_of(cell.value, Style::message) +
                 "\n\t\tset at " + text_of(cell.set_at) + "\n\tnew value: " +
                 text_of(value, Style::message) + "\n\t\tset at " + text_of(at) + "\n"});
}

ModelError modified_after_freeze(const Place& at) {
    return ModelError(Mistake{
        .kind = &frozen_error, .words = "List modified after freeze", .place = at});
}

ModelError arity_exceeded(const Cell& cell) {
    return ModelError(Mistake{
        .kind = &runtime_error,
        .words = "Exceeded relation arity on attribute '" + cell.attribute->name +
                 "' of instance '" + cell.owner->text() + "'"});
}

std::string attribute_words(const Cell& cell) {
    return "Could not set attribute `" + cell.attribute->name + "` on instance `" +
           cell.owner->text() + "`";
}

/// Whether a list or a dict has an instance in it, which only relations hold.
bool holds_instance(const Value& value) {
    if (const Value::List* items = value.list()) return std::ranges::any_of(*items, holds_instance);
    if (const Dict* dict = value.dict())
        return std::ranges::any_of(dict->members(), [](const auto& member) {
            return holds_instance(member.second);
        });
    return value.object() != nullptr;
}

} // namespace

void Evaluator::set(Cell& cell, const Value& value, const Place& at, Inverse inverse) {
    if (cell.is_many()) {
        if (const Value::List* items = value.list()) {
            for (const Value& item : *items)
                add(cell, item, at, inverse);
        } else {
            add(cell, value, at, inverse);
        }
    } else if (cell.delayed != nullptr) {
        set_optional(cell, value, at, inverse);
    } else {
        set_single(cell, value, at, inverse);
    }
}

void Evaluator::settle(Cell& cell, const Value& value, const Place& at) {
    cell.value = value;
    cell.set_at = at;
    scheduler_.complete(cell);
}

void Evaluator::set_single(Cell& cell, const Value& value, const Place& at, Inverse inverse) {
    if (cell.state == Cell::State::set) {
        const bool is_same = cell.value == value || is_open(cell.value) || is_open(value);
        if (!is_same) throw double_set(cell, value, at);
        return;
    }
    check_type(cell, value);
    set_inverse(cell, value, at, inverse);
    settle(cell, value, at);
}

void Evaluator::set_optional(Cell& cell, const Value& value, const Place& at, Inverse inverse) {
    if (cell.state == Cell::State::set) {
        if (cell.value == value || is_open(cell.value) || is_open(value)) return;
        if (cell.value.is_null()) throw modified_after_freeze(at);
        throw double_set(cell, value, at);
    }
    if (!value.is_null()) {
        check_type(cell, value);
        set_inverse(cell, value, at, inverse);
    }
    settle(cell, value, at);
}

void Evaluator::add(Cell& cell, const Value& value, const Place& at, Inverse inverse) {
    Delayed& delayed = *cell.delayed;
    const bool is_open_one = value.object() == nullptr && is_open(value); // as good as any other
    if ((value.object() != nullptr || is_open_one) && delayed.objects.contains(value.object()))
        return;
    const auto high = cell.attribute->multiplicity.high;
    if (cell.state == Cell::State::set) {
        const bool is_full = high && static_cast<std::int64_t>(cell.value.list()->size()) == *high;
        throw is_full ? arity_exceeded(cell) : modified_after_freeze(at);
    }
    check_type(cell, value);
    delayed.objects.insert(value.object());
    delayed.items.push_back(value);
    cell.set_at = at;
    set_inverse(cell, value, at, inverse);
    scheduler_.announce(cell, value, at);
    if (high && static_cast<std::int64_t>(delayed.items.size()) == *high) {
        cell.value = std::move(delayed.items);
        delayed.items.clear();
        scheduler_.complete(cell);
    }
}

/// Sets the other side of a relation, unless that is where the value comes from.
void Evaluator::set_inverse(Cell& cell, const Value& value, const Place& at, Inverse inverse) {
    if (cell.attribute == nullptr || cell.attribute->inverse == nullptr) return;
    Instance* other = instance_of(value);
    if (inverse == Inverse::left_alone || other == nullptr) return;
    Cell& back = *other->find(cell.attribute->inverse->name);
    try {
        set(back, Value(*cell.owner), at, Inverse::left_alone);
    } catch (ModelError& error) {
        throw ModelError(Mistake{
            .kind = &attribute_error,
            .words = attribute_words(back),
            .place = other->created.front(),
            .statement = other->text(),
            .causes = std::move(error.mistakes)});
    }
}

void Evaluator::check_type(const Cell& cell, const Value& value) const {
    if (cell.attribute == nullptr || value.is_unknown()) return;
    if (!cell.attribute->is_relation()) {
        check_.check(value, cell.attribute->type);
        if (holds_instance(value)) throw wrong_type(value, text_of(cell.attribute->type));
        return;
    }
    const Entity& wanted = *cell.attribute->target;
    const Instance* instance = instance_of(value);
    if (instance == nullptr) throw wrong_type(value, wanted.full_name);
    if (!instance->entity.is_a(wanted))
        throw ModelError(Mistake{
            .kind = &runtime_error,
            .words =
                "Invalid class type for " + instance->text() + ", should be " + wanted.full_name});
}

void Evaluator::set_attribute(
    Cell& cell, const Value& value, const Place& at, const Reporter& reporter
) {
    try {
        set(cell, value, at);
    } catch (ModelError& error) {
        Mistake& mistake = error.mistakes.front();
        mistake.report_in(text_of(reporter), reporter.place);
        if (mistake.kind == &attribute_error) {
            for (Mistake& cause : mistake.causes)
                cause.report_in(text_of(reporter), reporter.place);
            throw;
        }
        throw ModelError(Mistake{
            .kind = &attribute_error,
            .words = attribute_words(cell),
            .place = reporter.place,
            .statement = text_of(reporter),
            .causes = std::move(error.mistakes)});
    }
}

/// Sets an attribute to an expression, element by element where it is a relation to many.
void Evaluator::assign(Cell& cell, const Expression& value, const Context& context) {
    Context inner = context;
    inner.target.reset();
    if (cell.attribute->inverse != nullptr) inner.target = Target{cell.owner, cell.attribute};
    scheduler_.add_provider(cell);
    const Reporter reporter = context.reporter;
    const auto failed = [&cell, reporter](ModelError error) {
        error.mistakes.front().report_in(text_of(reporter), reporter.place);
        throw ModelError(Mistake{
            .kind = &attribute_error,
            .words = attribute_words(cell),
            .place = reporter.place,
            .statement = text_of(reporter),
            .causes = std::move(error.mistakes)});
    };
    if (cell.is_many()) {
        const auto sink = std::make_shared<Sink>(Sink{
            [this, &cell, reporter](const Value& element, const Place& at) {
                set_attribute(cell, element, at, reporter);
            },
            [this, &cell] { scheduler_.remove_provider(cell); },
            failed});
        evaluate_gradually(value, inner, sink);
        return;
    }
    const Operand operand = evaluate(value, inner);
    const auto finish = [this, &cell, &value, reporter, operand, failed] {
        Value known = operand.value;
        try {
            if (operand.pending != nullptr) known = read(*operand.pending);
        } catch (const ModelError& error) {
            failed(error);
        }
        set_attribute(cell, known, value.place, reporter);
        scheduler_.remove_provider(cell);
    };
    if (operand.pending == nullptr)
        finish();
    else
        scheduler_.when(*operand.pending, reporter, finish);
}

} // namespace vow::inmanta
