#pragma once

#include "policy/otterscript/run/execution.h"
#include "policy/otterscript/run/failure.h"
#include "policy/otterscript/run/isolation.h"
#include "policy/otterscript/run/variables.h"
#include "policy/run/event.h"
#include "policy/run/scheduler.h"

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vow::otterscript {

enum class Status : std::uint8_t { normal, warning, error };
/// "normal", "warning" or "error".
std::string_view text_of(Status status);

/// "WORDS (FILE:LINE:COLUMN)"; the words alone without a place.
std::string with_place(const std::string& words, Span span);

/// Where operations act and which configuration variables hold.
struct Context {
    const Server* server = nullptr; ///< null: this machine
    std::string role = {};
    std::string directory = {}; ///< absolute, without a slash at its end
};

/// An async block that has begun and was not awaited.
struct Child;

/// Runs statements one after another: the plan, or an async block. Knows everything that they can
/// see: variables, context, scopes of the log, and the status so far.
class Executor {
public:
    Executor(Execution& shared, Task& running, Observer& receiver, Variables seen);
    /// For a child, which begins with what its parent sees.
    Executor(const Executor& parent, Task& running, Observer& receiver, Variables seen);
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;
    ~Executor();

    Execution& execution;
    Task* task; ///< another one while a time limit holds
    Task* base; ///< the one it began in
    Observer& observer;
    Variables variables;
    Context context;
    Status status = Status::normal;
    ExecutionPolicy policy = ExecutionPolicy::on_change;
    std::vector<std::string> scopes;         ///< of the log: short descriptions
    std::vector<const Block*> module_scopes; ///< blocks that declare modules, the innermost last
    std::vector<std::uint64_t> path;         ///< the instances of the blocks around it
    std::string raft;                        ///< the current one, by name; empty: the usual one
    std::string user;                        ///< to run operations as; empty: the own one
    std::shared_ptr<Isolation> isolation;    ///< of the block around it; null for none
    int calls = 0;                           ///< of modules, nested
    int loops = 0;                           ///< in the same module body
    std::string* template_result =
        nullptr; ///< of the template that is applied; null outside of one
    bool holds_lock = false;
    bool targets_server = false;
    std::list<std::unique_ptr<Child>> children; ///< not awaited yet
    std::vector<ChildTask> tasks;               ///< of all children

    void raise_status(Status at_least) {
        if (status < at_least) status = at_least;
    }

    enum class By { script, operation, engine };
    void
    log(LogLevel level, std::string_view text, By by, Span span, std::string_view operation = {});
    /// Logs an error of the engine with its place, and throws Raised.
    [[noreturn]] void raise(const std::string& words, Span span);
    /// The same, and throws Fatal.
    [[noreturn]] void end_execution(const std::string& words, Span span);

    /// The world as it is seen here.
    World world() { return task->world().with(task->world().keeper, observer); }
    /// The machine in context: this one, or the server's, whose questions suspend the task. Throws
    /// ConnectionLost.
    Host& host();
    /// The promise type of that name, kept by the machine in context. Throws ConnectionLost.
    const PromiseType& type_here(const PromiseType& type);
    /// The context of a server, where work begins. Throws ConnectionLost.
    Context context_of(const Server& server);
    /// The folder, on the machine in context, that belongs to this execution alone.
    std::string execution_folder();
    /// A path relative to the working directory, as an absolute one without `.` and `..`.
    std::string absolute(std::string_view path) const;

private:
    void pause();

    std::map<Connection*, std::unique_ptr<Host>> hosts_; ///< the other machines
};

/// Adds to a list while it lives.
template <class T>
class Pushed {
public:
    Pushed(std::vector<T>& list, T item) : list_(list), size_(list.size()) {
        list.push_back(std::move(item));
    }
    Pushed(const Pushed&) = delete;
    Pushed& operator=(const Pushed&) = delete;
    ~Pushed() { list_.resize(size_); }

private:
    std::vector<T>& list_;
    std::size_t size_;
};

/// Replaces a value while it lives.
template <class T>
class Replaced {
public:
    Replaced(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
    Replaced(const Replaced&) = delete;
    Replaced& operator=(const Replaced&) = delete;
    ~Replaced() { place_ = std::move(before_); }

private:
    T& place_;
    T before_;
};

} // namespace vow::otterscript
