#pragma once

#include "policy/otterscript/run/child.h"
#include "policy/otterscript/run/context.h"
#include "policy/otterscript/run/execution.h"
#include "policy/otterscript/run/machines.h"
#include "policy/otterscript/run/scope.h"
#include "policy/run/event.h"
#include "policy/run/scheduler.h"

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace vow::otterscript {

/// An error that a `try` statement can catch. It is logged where it is raised.
class Raised : public std::runtime_error {
public:
    explicit Raised(const std::string& message) : std::runtime_error(message) {}
};

/// Ends the execution, whatever surrounds it. Not derived from std::exception, so that code which
/// catches errors does not catch it.
struct Fatal {};
static_assert(!std::is_base_of_v<std::exception, Fatal>);

/// "WORDS (FILE:LINE:COLUMN)"; the words alone without a place.
std::string with_place(const std::string& words, Span span);

/// Runs statements one after another: the plan, an async block, or a plan that another one runs.
/// Holds their scope and context, and the status so far.
class Executor {
public:
    Executor(Execution& shared, Task& running, Observer& receiver, Context place, Scope seen);
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;
    ~Executor() = default;

    Execution& execution() { return execution_; }
    const Execution& execution() const { return execution_; }
    Observer& observer() { return observer_; }
    Scope& scope() { return scope_; }
    const Scope& scope() const { return scope_; }
    Context& context() { return context_; }
    const Context& context() const { return context_; }
    Machines& machines() { return machines_; }
    /// The machine in context, whose questions suspend the task. Throws ConnectionLost.
    Host& host() { return machines_.host(context_); }
    Children& children() { return children_; }

    Status status() const { return status_; }
    void set_status(Status status) { status_ = status; }
    void raise_status(Status at_least) { status_ = std::max(status_, at_least); }

    /// The task that the statements run in: another one while a time limit holds.
    Task& task() { return *task_; }
    /// The world as it is seen here.
    World world() { return task_->world().with(task_->world().keeper, observer_); }
    /// A task that outlives time limits.
    ChildTask spawn(Task::Body body) {
        return own_task_.spawn(std::move(body), Fiber::Stack::large);
    }
    /// Throws TimeLimitReached if `body` has not ended within the limit.
    void run_within(Task::Clock::duration limit, const std::function<void()>& body);

    enum class By { script, operation, engine };
    void
    log(LogLevel level, std::string_view text, By by, Span span, std::string_view operation = {});
    /// Logs an error of the engine with its place, and throws Raised.
    [[noreturn]] void raise(const std::string& words, Span span);
    /// The same, and throws Fatal.
    [[noreturn]] void end_execution(const std::string& words, Span span);

private:
    Execution& execution_;
    Task& own_task_;
    Task* task_;
    Observer& observer_;
    Context context_;
    Scope scope_;
    Machines machines_;
    Status status_ = Status::normal;
    Children children_;
};

} // namespace vow::otterscript
