#pragma once

#include "policy/inmanta/evaluation/cell.h"
#include "policy/run/guarded.h"
#include "policy/run/world.h"

#include <deque>
#include <queue>
#include <set>
#include <unordered_set>

namespace vow::inmanta {

/// Names the statement that errors are reported in.
struct Reporter {
    const Expression* expression = nullptr;
    const Statement* statement = nullptr;
    const Implement* implement = nullptr;
    const RelationDefinition* relation = nullptr;
    Place place = {};
};

std::string text_of(const Reporter& reporter);

/// Work that begins when the cells that it waits for are set.
struct Unit {
    std::function<void()> work;
    Reporter reporter;
    std::size_t waits_for = 0;
    std::uint64_t number = 0; ///< of those that wait, in their order
};

/// Runs `work`, whose errors are reported in the reporter's statement unless they have one. Any
/// other exception becomes such an error.
template <class Work>
auto run_reported(const Reporter& reporter, Work work) {
    try {
        return guarded<ModelError>(work, [](const std::string& reason) -> decltype(work()) {
            throw ModelError(Mistake{.kind = &runtime_error, .words = reason});
        });
    } catch (ModelError& error) {
        error.mistakes.front().report_in(text_of(reporter), reporter.place);
        throw;
    }
}

/// Runs units as their cells are set. When none is ready, it freezes a relation that units wait
/// for. The work never nests, however long the chains of a model are.
class CellScheduler {
public:
    /// Borrows the request that it ends: then it throws Cancelled.
    explicit CellScheduler(const Stop& stop) : stop_(stop) {}
    CellScheduler(const CellScheduler&) = delete;
    CellScheduler& operator=(const CellScheduler&) = delete;

    /// Runs `work` once all cells are set: at once if they are.
    void when(std::span<Cell* const> cells, const Reporter& reporter, std::function<void()> work);
    void when(Cell& cell, const Reporter& reporter, std::function<void()> work);
    /// Runs `work` after everything that is ready.
    void post(const Reporter& reporter, std::function<void()> work);

    /// Marks a cell as set, and wakes all that wait for it.
    void complete(Cell& cell);
    /// An element was added to a relation.
    void announce(Cell& cell, const Value& element, const Place& at);
    /// Passes on the elements of a relation, those that it has and those that will come.
    void listen(Cell& cell, const SinkPtr& sink);

    void add_provider(Cell& cell);
    void remove_provider(Cell& cell);
    /// New delayed cells, in the order of their numbers.
    void add_delayed(Cell& cell) { unfrozen_.push_back(&cell); }

    /// To be called by everything that works without waiting: throws Cancelled if the run must end.
    void check_stop() const { cancel_if_stopped(stop_); }

    /// Works until nothing can be done any more.
    void run();
    /// The first unit that still waits; null if none does.
    const Unit* first_waiting() const;

private:
    using Number = std::uint64_t;
    struct Candidate {
        Number number;
        Cell* cell;
        friend bool operator>(const Candidate& a, const Candidate& b) {
            return a.number > b.number;
        }
    };
    using Queue = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

    void wake(const std::shared_ptr<Unit>& unit);
    void offer(Cell& cell);
    void freeze(Cell& cell);
    bool freeze_candidate(Queue& queue);
    bool break_cycle(const std::set<std::pair<Number, Cell*>>& cells);
    bool freeze_rest();

    const Stop& stop_;
    std::deque<std::shared_ptr<Unit>> ready_;
    std::unordered_set<const Unit*> waiting_;
    std::uint64_t last_unit_ = 0;
    Queue candidates_;      ///< relations that could be frozen
    Queue late_candidates_; ///< those that had no reader when their turn was
    Number last_frozen_ = 0;
    std::set<std::pair<Number, Cell*>> awaited_;  ///< unset, with readers
    std::set<std::pair<Number, Cell*>> listened_; ///< unset, with sinks
    std::vector<Cell*> unfrozen_;
};

} // namespace vow::inmanta
