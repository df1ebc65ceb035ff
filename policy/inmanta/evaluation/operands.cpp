#include "policy/inmanta/evaluation/evaluator.h"

#include <algorithm>

namespace vow::inmanta {
Evaluator::Evaluator(
    CellScheduler& scheduler,
    const ValueCheck& check,
    const Plugins& plugins,
    PluginContext& context,
    std::size_t max_instances
)
    : scheduler_(scheduler),
      check_(check),
      plugins_(plugins),
      context_(context),
      max_instances_(max_instances) {
    context_.maker = this;
}

Reporter reporter_of(const Expression& expression) {
    return {.expression = &expression, .place = expression.place};
}

Reporter reporter_of(const Statement& statement) {
    return {.statement = &statement, .place = statement.place};
}

Scope& Evaluator::add_scope(Scope scope) {
    scope.cells = std::make_unique<Cell[]>(scope.names.size());
    return scopes_.emplace_back(std::move(scope));
}

bool Evaluator::is_open(const Value& value) const {
    return !context_.runs_code() && holds_unknown(value);
}

/// The value of a cell that is set.
Value Evaluator::read(Cell& cell) const {
    if (cell.is_empty() && has_gaps_) return Value::Unknown();
    if (cell.is_empty()) throw no_value_error(cell);
    return cell.value;
}

/// An empty relation is left to the reader, who reports it.
Operand Evaluator::operand_of(Cell& cell) const {
    if (cell.state == Cell::State::set && !cell.is_empty()) return {.value = cell.value};
    return {.pending = &cell};
}

bool Evaluator::are_known(std::span<const Operand> operands) {
    return std::ranges::all_of(operands, [](const Operand& operand) {
        return operand.pending == nullptr;
    });
}

/// Those of cells that are set by now, too.
std::vector<Value> Evaluator::values_of(std::span<const Operand> operands) const {
    std::vector<Value> values;
    values.reserve(operands.size());
    for (const Operand& operand : operands)
        values.push_back(operand.pending != nullptr ? read(*operand.pending) : operand.value);
    return values;
}

Operand Evaluator::compute_later(
    std::vector<Operand> operands, const Reporter& reporter, std::function<Operand(Values)> f
) {
    Cell& result = new_cell();
    std::vector<Cell*> cells;
    for (const Operand& operand : operands) {
        if (operand.pending != nullptr) cells.push_back(operand.pending);
    }
    scheduler_.when(
        cells,
        reporter,
        [this, f = std::move(f), operands = std::move(operands), &result, reporter] {
            forward(f(values_of(operands)), result, reporter);
        }
    );
    return {.pending = &result};
}

void Evaluator::forward(const Operand& from, Cell& to, const Reporter& reporter) {
    then(from, reporter, [this, &to](const Value& value) {
        to.value = value;
        scheduler_.complete(to);
    });
}

} // namespace vow::inmanta
