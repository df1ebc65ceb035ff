#pragma once

#include "policy/run/event_lane.h"
#include "policy/run/fiber.h"
#include "policy/run/world.h"

#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace vow {

class Scheduler;
class ChildTask;
class WaitingTasks;

/// Task::run_within() did not end in time.
class TimeLimitReached : public std::runtime_error {
public:
    TimeLimitReached() : std::runtime_error("the time limit was reached") {}
};

/// A task waits for another that waits for it, so that none of them can go on.
class Deadlock : public std::runtime_error {
public:
    Deadlock() : std::runtime_error("the tasks wait for each other") {}
};

/// A part of a policy's run, written as straight code: while it waits, it is suspended and others
/// run. Tasks take turns on one thread; only promises are kept concurrently.
///
/// Everything that is written for a World works in a task: its keeper suspends the task instead of
/// the program, and its observer is the task's lane of events, so that observers receive the events
/// of concurrent tasks in the order in which the tasks were spawned.
class Task {
public:
    using Clock = PromiseKeeper::Clock;
    using Body = std::function<void(Task&)>;

    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    ~Task();

    World& world() { return world_; }
    Clock::time_point now() const;

    /// A child, which begins when this task waits next.
    ChildTask spawn(Body body, Fiber::Stack stack = Fiber::Stack::usual);
    /// Runs a child and waits for it. If it has not ended within the limit, cancels it and throws
    /// TimeLimitReached.
    void run_within(Clock::duration limit, Body body, Fiber::Stack stack = Fiber::Stack::usual);
    void sleep_until(Clock::time_point time);
    /// Waits until one of the descriptors is ready, as poll() has it, or the time has come. May
    /// wake earlier. The descriptors must live until then.
    void wait_ready(std::span<const pollfd> descriptors, Clock::time_point until);

private:
    friend class Scheduler;
    friend class ChildTask;
    friend class WaitingTasks;
    class Keeper;
    enum class OnCancel { unwind, go_on };

    Task(Scheduler& scheduler, World& world, EventLane& lane, Task* parent, Body body);

    void run();
    void end();
    void suspend(std::optional<Clock::time_point> until, OnCancel on_cancel);
    void wake();
    void cancel();
    void throw_if_cancelled();
    bool join(std::optional<Clock::time_point> until);
    void cancel_and_join();

    Scheduler& scheduler_;
    Task* parent_; ///< null for the main task
    Body body_;
    Fiber::Stack stack_ = Fiber::Stack::usual;
    EventLane* lane_; ///< null when it is closed
    std::unique_ptr<Keeper> keeper_;
    World world_;
    std::unique_ptr<Fiber> fiber_; ///< null before the body begins, and in the main task
    std::exception_ptr failure_;   ///< the exception that ended the body
    bool is_awake_ = true;
    bool is_cancelled_ = false;
    bool has_ended_ = false;
    bool is_refused_ = false; ///< its wait_or_refuse() is a deadlock
};

/// A parent's handle of a child task. The parent does not end before the child: the destructor
/// cancels a child that has not ended, and waits until it is unwound.
class ChildTask {
public:
    explicit ChildTask(std::unique_ptr<Task> task) : task_(std::move(task)) {}
    ChildTask(ChildTask&&) noexcept = default;
    ChildTask& operator=(ChildTask&&) = delete;
    ~ChildTask() {
        if (task_) task_->cancel_and_join();
    }

    /// Waits until the child has ended, or the time has come; returns whether it has ended. Throws
    /// the exception that ended it, once.
    bool join(std::optional<Task::Clock::time_point> until = {}) { return task_->join(until); }
    /// Throws Cancelled in the child where it waits, which also cancels its pending promises.
    void cancel() { task_->cancel(); }

private:
    std::unique_ptr<Task> task_;
};

/// The tasks that wait for something that others bring about, such as a free lock. A task that
/// was woken must look again.
class WaitingTasks {
public:
    /// Suspends a task until notify() is called. It may wake earlier.
    void wait(Task& task);
    /// The same. Throws Deadlock if no task can go on, no promise is pending, and no task waits for
    /// a time: of the tasks that wait in this way, in the one that began last.
    void wait_or_refuse(Task& task);
    /// Wakes all tasks that wait.
    void notify();

private:
    std::vector<Task*> waiting_;
};

/// Runs the tasks of one policy. The caller's own code is the main task; while it waits, the others
/// run. A signal that ends the run cancels the main task.
class Scheduler {
public:
    using Clock = PromiseKeeper::Clock;

    explicit Scheduler(World& world);
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    Task& main() { return main_; }

private:
    friend class Task;
    friend class WaitingTasks;

    void run_until_awake(const Task& task);
    void work();
    void refuse_last();
    void wake_sleepers();
    std::vector<pollfd> watched() const;
    void wake_ready();

    World& world_;
    EventLane events_;
    std::set<Task*> tasks_;
    std::deque<Task*> ready_;
    std::set<std::pair<Clock::time_point, Task*>>
        sleeping_;                                      ///< until that time, unless woken earlier
    std::map<Task*, std::span<const pollfd>> watching_; ///< in wait_ready()
    std::vector<Task*> refusable_; ///< in wait_or_refuse(), in the order in which they came
    bool was_stopped_ = false;     ///< by a signal
    Task main_;
};

} // namespace vow
