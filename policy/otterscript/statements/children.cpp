#include "policy/otterscript/statements/children.h"

#include "policy/otterscript/run/child.h"
#include "policy/run/guarded.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

/// Waits for a child and takes over its events. Returns whether it has failed.
void await_one(Child& child, Executer& executer) {
    while (child.end == Child::End::none)
        child.ended.wait(*executer.task);
    child.events.send_to(executer.observer);
}

void run_child(Child& child, const std::function<void(Executer&)>& body) {
    Executer& executer = *child.executer;
    bool is_fatal = false;
    const auto run = [&] {
        try {
            body(executer);
        } catch (const Fatal&) {
            is_fatal = true;
            throw;
        }
    };
    run_to_end(executer, run);
    child.status = executer.status;
    child.end = is_fatal ? Child::End::fatal : Child::End::done;
    child.ended.notify();
}

} // namespace

void begin_child(
    Executer& executer, const std::string& token, std::function<void(Executer&)> body
) {
    auto child = std::make_unique<Child>(executer.observer);
    child->token = token;
    child->executer = std::make_unique<Executer>(
        executer, *executer.task, child->events, executer.variables.copy()
    );
    Child* begun = child.get();
    executer.children.push_back(std::move(child));
    executer.tasks.push_back(executer.base->spawn(
        [begun, body = std::move(body)](Task& task) {
            begun->executer->task = begun->executer->base = &task;
            run_child(*begun, body);
        },
        Fiber::Stack::large
    ));
}

void await_children(const Await& await, Executer& executer, Span at) {
    std::vector<std::unique_ptr<Child>> awaited;
    for (auto next = executer.children.begin(); next != executer.children.end();) {
        if (await.has_token && (*next)->token != await.token) {
            ++next;
            continue;
        }
        await_one(**next, executer);
        awaited.push_back(std::move(*next));
        next = executer.children.erase(next);
    }
    if (awaited.empty())
        return executer.log(LogLevel::warning, "nothing to await", Executer::By::engine, at);
    Status worst = Status::normal;
    for (const auto& child : awaited) {
        if (child->end == Child::End::fatal) {
            executer.raise_status(Status::error);
            throw Fatal{};
        }
        worst = std::max(worst, child->status);
    }
    if (worst == Status::error) throw Raised("an async block has failed");
    executer.raise_status(worst);
}

void await_at_end(Executer& executer) {
    for (const auto& child : executer.children) {
        await_one(*child, executer);
        executer.raise_status(child->status);
    }
}

void run_to_end(Executer& executer, const std::function<void()>& body) {
    struct EndTasks { // also when this task is cancelled
        explicit EndTasks(Executer& owner) : executer(owner) {}
        EndTasks(const EndTasks&) = delete;
        EndTasks& operator=(const EndTasks&) = delete;
        ~EndTasks() { executer.tasks.clear(); }
        Executer& executer;
    };
    const EndTasks at_end(executer);
    try {
        try {
            guarded<Raised>(body, [&](const std::string& reason) { executer.raise(reason, {}); });
        } catch (const Raised&) {
            executer.status = Status::error;
        }
        await_at_end(executer);
    } catch (const Fatal&) {
        executer.status = Status::error;
        executer.tasks.clear();
        for (const auto& child : executer.children)
            child->events.send_to(executer.observer);
    }
    executer.tasks.clear();
    executer.children.clear();
}

} // namespace vow::otterscript
