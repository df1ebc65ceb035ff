#include "policy/otterscript/run/child.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/run/guarded.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

/// Waits for a child and takes over its events.
void await_one(Child& child, Executor& executor) {
    while (child.end == Child::End::none)
        child.ended.wait(executor.task());
    child.events.send_to(executor.observer());
}

void run_child(Child& child, Executor& executor, const std::function<void(Executor&)>& body) {
    bool is_fatal = false;
    const auto run = [&] {
        try {
            body(executor);
        } catch (const Fatal&) {
            is_fatal = true;
            throw;
        }
    };
    run_to_end(executor, run);
    child.status = executor.status();
    child.end = is_fatal ? Child::End::fatal : Child::End::done;
    child.ended.notify();
}

} // namespace

void begin_child(
    Executor& executor, const std::string& token, std::function<void(Executor&)> body
) {
    auto child = std::make_unique<Child>(executor.observer());
    child->token = token;
    auto run = [&begun = *child,
                &shared = executor.execution(),
                context = executor.context(),
                scope = executor.scope().detached(executor.scope().variables.copy()),
                body = std::move(body)](Task& task) mutable {
        Executor own(shared, task, begun.events, std::move(context), std::move(scope));
        run_child(begun, own, body);
    };
    executor.children().waiting.push_back(std::move(child));
    executor.children().tasks.push_back(executor.spawn(std::move(run)));
}

void await_children(const Await& await, Executor& executor, Span at) {
    std::vector<std::unique_ptr<Child>> awaited;
    for (auto next = executor.children().waiting.begin();
         next != executor.children().waiting.end();) {
        if (await.has_token && (*next)->token != await.token) {
            ++next;
            continue;
        }
        await_one(**next, executor);
        awaited.push_back(std::move(*next));
        next = executor.children().waiting.erase(next);
    }
    if (awaited.empty())
        return executor.log(LogLevel::warning, "nothing to await", Executor::By::engine, at);
    Status worst = Status::normal;
    for (const auto& child : awaited) {
        if (child->end == Child::End::fatal) {
            executor.raise_status(Status::error);
            throw Fatal{};
        }
        worst = std::max(worst, child->status);
    }
    if (worst == Status::error) throw Raised("an async block has failed");
    executor.raise_status(worst);
}

void await_at_end(Executor& executor) {
    for (const auto& child : executor.children().waiting) {
        await_one(*child, executor);
        executor.raise_status(child->status);
    }
}

void run_to_end(Executor& executor, const std::function<void()>& body) {
    struct EndTasks { // also when this task is cancelled
        explicit EndTasks(Executor& owner) : executor(owner) {}
        EndTasks(const EndTasks&) = delete;
        EndTasks& operator=(const EndTasks&) = delete;
        ~EndTasks() { executor.children().tasks.clear(); }
        Executor& executor;
    };
    const EndTasks at_end(executor);
    try {
        try {
            guarded<Raised>(body, [&](const std::string& reason) { executor.raise(reason, {}); });
        } catch (const Raised&) {
            executor.set_status(Status::error);
        }
        await_at_end(executor);
    } catch (const Fatal&) {
        executor.set_status(Status::error);
        executor.children().tasks.clear();
        for (const auto& child : executor.children().waiting)
            child->events.send_to(executor.observer());
    }
    executor.children().tasks.clear();
    executor.children().waiting.clear();
}

} // namespace vow::otterscript
