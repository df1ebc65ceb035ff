#include "policy/run/scheduler.h"

#include "protocol/promise/forwarding.h"

#include <algorithm>
#include <list>
#include <utility>

namespace vow {

// --- the keeper of a task -----------------------------------------------------------------------

/// Hands a task's promises to the real keeper, and suspends the task to wait for them.
class Task::Keeper final : public ForwardingKeeper {
public:
    Keeper(Task& task, PromiseKeeper& keeper) : ForwardingKeeper(keeper), task_(task) {}

    void start(const Promise& promise, PromiseListener& listener) override {
        Pending& pending = pending_.emplace_back(*this, listener);
        next().start(promise, pending);
    }
    bool wait(std::optional<Clock::time_point> until) override {
        const bool is_pending = !pending_.empty();
        if (!is_pending && !until) return false;
        task_.suspend(until, has_cancelled() ? OnCancel::go_on : OnCancel::unwind);
        return is_pending && !std::exchange(has_lost_, false);
    }
    void cancel(PromiseListener& listener) override {
        for (Pending& pending : pending_) {
            if (&pending.next() != &listener) continue;
            pending.is_cancelled = true;
            next().cancel(pending);
        }
    }

    bool has_pending() const { return !pending_.empty(); }
    /// The real keeper does not know them any more: an error for the task's code to handle.
    void lose_pending() {
        has_lost_ = !pending_.empty();
        pending_.clear();
    }

private:
    struct Pending final : ForwardingListener {
        Pending(Keeper& owner, PromiseListener& receiver)
            : ForwardingListener(receiver),
              keeper(owner) {}

        void done(Outcome outcome) override {
            next().done(std::move(outcome));
            keeper.finish(*this);
        }

        Keeper& keeper;
        bool is_cancelled = false;
    };

    void finish(Pending& done) {
        Task& task = task_;
        pending_.remove_if([&](const Pending& pending) { return &pending == &done; });
        task.wake();
    }
    /// A task that unwinds waits for the promises that it has cancelled; that wait is not unwound.
    bool has_cancelled() const { return std::ranges::any_of(pending_, &Pending::is_cancelled); }

    Task& task_;
    std::list<Pending> pending_;
    bool has_lost_ = false;
};

// --- a task -------------------------------------------------------------------------------------

Task::Task(Scheduler& scheduler, World& world, EventLane& lane, Task* parent, Body body)
    : scheduler_(scheduler),
      parent_(parent),
      body_(std::move(body)),
      lane_(&lane),
      keeper_(std::make_unique<Keeper>(*this, world.keeper)),
      world_(world.with(*keeper_, lane)) {
    scheduler_.tasks_.insert(this);
}

Task::~Task() {
    scheduler_.tasks_.erase(this);
}

Task::Clock::time_point Task::now() const {
    return scheduler_.world_.keeper.now();
}

ChildTask Task::spawn(Body body, Fiber::Stack stack) {
    auto task = std::unique_ptr<Task>(
        new Task(scheduler_, scheduler_.world_, lane_->open(), this, std::move(body))
    );
    task->stack_ = stack;
    scheduler_.ready_.push_back(task.get());
    return ChildTask(std::move(task));
}

void Task::run_within(Clock::duration limit, Body body, Fiber::Stack stack) {
    ChildTask child = spawn(std::move(body), stack);
    if (child.join(now() + limit)) return;
    child.cancel();
    child.join();
    throw TimeLimitReached();
}

void Task::sleep_until(Clock::time_point time) {
    while (now() < time)
        suspend(time, OnCancel::unwind);
}

void Task::wait_ready(std::span<const pollfd> descriptors, Clock::time_point until) {
    struct Watch {
        Watch(Scheduler& owner, Task& waiting, std::span<const pollfd> watched)
            : scheduler(owner),
              task(waiting) {
            scheduler.watching_.emplace(&task, watched);
        }
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;
        ~Watch() { scheduler.watching_.erase(&task); }

        Scheduler& scheduler;
        Task& task;
    };
    const Watch watch(scheduler_, *this, descriptors);
    const bool is_limited = until < Clock::time_point::max();
    suspend(is_limited ? std::optional(until) : std::nullopt, OnCancel::unwind);
}

/// Begins or continues the body.
void Task::run() {
    if (!fiber_) {
        fiber_ = std::make_unique<Fiber>(stack_, [this] {
            try {
                body_(*this);
            } catch (const Cancelled&) { // by its parent, which goes on
            } catch (...) {
                failure_ = std::current_exception();
            }
        });
    }
    fiber_->resume();
    if (!fiber_->has_ended()) return;
    fiber_.reset(); // and its stack
    end();
}

void Task::end() {
    has_ended_ = true;
    std::exchange(lane_, nullptr)->close();
    parent_->wake();
}

void Task::suspend(std::optional<Clock::time_point> until, OnCancel on_cancel) {
    if (on_cancel == OnCancel::unwind) throw_if_cancelled();
    is_awake_ = false;
    if (until) scheduler_.sleeping_.emplace(*until, this);
    if (fiber_) {
        fiber_->suspend();
    } else {
        scheduler_.run_until_awake(*this);
    }
    if (until) scheduler_.sleeping_.erase({*until, this});
    if (on_cancel == OnCancel::unwind) throw_if_cancelled();
}

void Task::wake() {
    if (std::exchange(is_awake_, true)) return;
    if (fiber_) scheduler_.ready_.push_back(this);
}

void Task::cancel() {
    if (has_ended_) return;
    is_cancelled_ = true;
    const bool has_begun = fiber_ || parent_ == nullptr;
    if (has_begun) return wake();
    std::erase(scheduler_.ready_, this);
    end();
}

void Task::throw_if_cancelled() {
    if (std::exchange(is_cancelled_, false)) throw Cancelled{};
}

bool Task::join(std::optional<Clock::time_point> until) {
    while (!has_ended_) {
        if (until && now() >= *until) return false;
        parent_->suspend(until, OnCancel::unwind);
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return true;
}

void Task::cancel_and_join() {
    cancel();
    while (!has_ended_)
        parent_->suspend({}, OnCancel::go_on);
}

// --- waiting tasks ------------------------------------------------------------------------------

namespace {

/// A task is in a list while it waits.
class ListedTask {
public:
    ListedTask(std::vector<Task*>& tasks, Task& task) : tasks_(tasks), task_(task) {
        tasks_.push_back(&task_);
    }
    ListedTask(const ListedTask&) = delete;
    ListedTask& operator=(const ListedTask&) = delete;
    ~ListedTask() { std::erase(tasks_, &task_); }

private:
    std::vector<Task*>& tasks_;
    Task& task_;
};

} // namespace

void WaitingTasks::wait(Task& task) {
    const ListedTask waiting(waiting_, task);
    task.suspend({}, Task::OnCancel::unwind);
}

void WaitingTasks::wait_or_refuse(Task& task) {
    const ListedTask refusable(task.scheduler_.refusable_, task);
    wait(task);
    if (std::exchange(task.is_refused_, false)) throw Deadlock();
}

void WaitingTasks::notify() {
    for (Task* task : waiting_)
        task->wake();
}

// --- the scheduler ------------------------------------------------------------------------------

Scheduler::Scheduler(World& world)
    : world_(world),
      events_(world.observer),
      main_(*this, world, events_, nullptr, {}) {}

void Scheduler::run_until_awake(const Task& task) {
    while (!task.is_awake_) {
        if (ready_.empty()) {
            work();
            continue;
        }
        Task& next = *ready_.front();
        ready_.pop_front();
        next.run();
    }
}

/// All tasks wait: for their promises, for descriptors, or for a time.
void Scheduler::work() {
    std::optional<Clock::time_point> until;
    if (!sleeping_.empty()) until = sleeping_.begin()->first;
    const bool is_pending = world_.keeper.wait_or_ready(until, watched());
    if (world_.stop.signal() != 0 && !std::exchange(was_stopped_, true)) main_.cancel();
    wake_sleepers();
    wake_ready();
    // There may be room for more, or what a task waits for will never come.
    if (!ready_.empty() || main_.is_awake_) return;
    bool can_go_on = is_pending || until || !watching_.empty();
    for (Task* task : tasks_) {
        if (!task->keeper_->has_pending()) continue;
        if (!is_pending) task->keeper_->lose_pending();
        task->wake();
        can_go_on = true;
    }
    if (!can_go_on) refuse_last();
}

void Scheduler::refuse_last() {
    if (refusable_.empty()) return;
    refusable_.back()->is_refused_ = true;
    refusable_.back()->wake();
}

std::vector<pollfd> Scheduler::watched() const {
    std::vector<pollfd> all;
    for (const auto& [task, descriptors] : watching_)
        all.insert(all.end(), descriptors.begin(), descriptors.end());
    return all;
}

void Scheduler::wake_ready() {
    for (const auto& [task, descriptors] : watching_) {
        std::vector<pollfd> looked_at(descriptors.begin(), descriptors.end());
        if (::poll(looked_at.data(), looked_at.size(), 0) > 0) task->wake();
    }
}

void Scheduler::wake_sleepers() {
    const auto now = world_.keeper.now();
    for (const auto& [time, task] : sleeping_) {
        if (time > now) return;
        task->wake();
    }
}

} // namespace vow
