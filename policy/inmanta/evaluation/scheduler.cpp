#include "policy/inmanta/evaluation/scheduler.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

bool is_set(const Cell& cell) {
    return cell.state == Cell::State::set;
}

bool has_enough(const Cell& cell) {
    return !cell.is_many() || static_cast<std::int64_t>(cell.delayed->items.size()) >=
                                  cell.attribute->multiplicity.low;
}

} // namespace

std::string text_of(const Reporter& reporter) {
    if (reporter.expression != nullptr) return text_of(*reporter.expression);
    if (reporter.statement != nullptr) return text_of(*reporter.statement);
    if (reporter.implement != nullptr)
        return "Implement(" + reporter.implement->definition->entity.text + ")";
    if (reporter.relation != nullptr)
        return "Relation(" + reporter.relation->left.entity.text + ", " +
               reporter.relation->right.entity.text + ")";
    return "";
}

void CellScheduler::when(
    std::span<Cell* const> cells, const Reporter& reporter, std::function<void()> work
) {
    std::vector<Cell*> unset;
    std::ranges::copy_if(cells, std::back_inserter(unset), [](Cell* cell) {
        return !is_set(*cell);
    });
    if (unset.empty()) return run_reported(reporter, work);
    auto unit = std::make_shared<Unit>(Unit{std::move(work), reporter, unset.size(), ++last_unit_});
    waiting_.insert(unit.get());
    for (Cell* cell : unset) {
        cell->waiters.push_back(unit);
        if (cell->delayed == nullptr) continue;
        awaited_.emplace(cell->delayed->number, cell);
        offer(*cell);
    }
}

void CellScheduler::when(Cell& cell, const Reporter& reporter, std::function<void()> work) {
    Cell* const one = &cell;
    when(std::span(&one, 1), reporter, std::move(work));
}

void CellScheduler::post(const Reporter& reporter, std::function<void()> work) {
    ready_.push_back(std::make_shared<Unit>(Unit{std::move(work), reporter}));
}

void CellScheduler::wake(const std::shared_ptr<Unit>& unit) {
    if (--unit->waits_for > 0) return;
    waiting_.erase(unit.get());
    ready_.push_back(unit);
}

void CellScheduler::complete(Cell& cell) {
    cell.state = Cell::State::set;
    const auto waiters = std::move(cell.waiters);
    cell.waiters.clear();
    for (const auto& unit : waiters)
        wake(unit);
    if (cell.delayed == nullptr) return;
    awaited_.erase({cell.delayed->number, &cell});
    listened_.erase({cell.delayed->number, &cell});
    for (const SinkPtr& sink : cell.delayed->sinks)
        post({}, [sink] { sink->done(); });
    cell.delayed->sinks.clear();
}

void CellScheduler::announce(Cell& cell, const Value& element, const Place& at) {
    for (const SinkPtr& sink : cell.delayed->sinks)
        post({}, [sink, element, at] { sink->receive(element, at); });
    offer(cell);
}

void CellScheduler::listen(Cell& cell, const SinkPtr& sink) {
    const Value::List* frozen = is_set(cell) ? cell.value.list() : nullptr;
    for (const Value& element : frozen != nullptr ? *frozen : cell.delayed->items)
        post({}, [sink, element, at = cell.set_at] { sink->receive(element, at); });
    if (is_set(cell)) return post({}, [sink] { sink->done(); });
    cell.delayed->sinks.push_back(sink);
    listened_.emplace(cell.delayed->number, &cell);
}

void CellScheduler::add_provider(Cell& cell) {
    if (cell.delayed != nullptr) ++cell.delayed->providers;
}

void CellScheduler::remove_provider(Cell& cell) {
    if (cell.delayed == nullptr) return;
    --cell.delayed->providers;
    offer(cell);
}

/// Queues the cell if it could be frozen now.
void CellScheduler::offer(Cell& cell) {
    const bool can_freeze =
        !is_set(cell) && !cell.waiters.empty() && cell.delayed->providers == 0 && has_enough(cell);
    if (!can_freeze) return;
    const Number number = cell.delayed->number;
    (number > last_frozen_ ? candidates_ : late_candidates_).push({number, &cell});
}

void CellScheduler::freeze(Cell& cell) {
    if (cell.is_many()) cell.value = std::move(cell.delayed->items);
    cell.delayed->items.clear();
    complete(cell);
}

bool CellScheduler::freeze_candidate(Queue& queue) {
    while (!queue.empty()) {
        Cell& cell = *queue.top().cell;
        queue.pop();
        const bool can_freeze = !is_set(cell) && !cell.waiters.empty() &&
                                cell.delayed->providers == 0 && has_enough(cell);
        if (!can_freeze) continue;
        last_frozen_ = std::max(last_frozen_, cell.delayed->number);
        freeze(cell);
        return true;
    }
    return false;
}

/// Freezes a relation that has readers although something may still be added to it.
bool CellScheduler::break_cycle(const std::set<std::pair<Number, Cell*>>& cells) {
    const auto found =
        std::ranges::find_if(cells, [](const auto& entry) { return has_enough(*entry.second); });
    if (found == cells.end()) return false;
    freeze(*found->second);
    return true;
}

/// Freezes all relations that nothing reads.
bool CellScheduler::freeze_rest() {
    std::vector<Cell*> rest;
    std::swap(rest, unfrozen_);
    bool has_frozen = false;
    for (Cell* cell : rest) {
        if (is_set(*cell)) continue;
        if (cell->delayed->providers > 0 || !has_enough(*cell)) {
            unfrozen_.push_back(cell);
            continue;
        }
        freeze(*cell);
        has_frozen = true;
    }
    return has_frozen;
}

void CellScheduler::run() {
    do {
        while (!ready_.empty()) {
            cancel_if_stopped(stop_);
            const auto unit = std::move(ready_.front());
            ready_.pop_front();
            run_reported(unit->reporter, unit->work);
        }
    } while (freeze_candidate(candidates_) || freeze_candidate(late_candidates_) ||
             break_cycle(awaited_) || freeze_rest() || break_cycle(listened_));
}

const Unit* CellScheduler::first_waiting() const {
    const auto first = std::ranges::min_element(waiting_, {}, &Unit::number);
    return first == waiting_.end() ? nullptr : *first;
}

} // namespace vow::inmanta
