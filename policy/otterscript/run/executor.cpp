#include "policy/otterscript/run/executor.h"

namespace vow::otterscript {

std::string with_place(const std::string& words, Span span) {
    if (span.source == nullptr) return words;
    const Position position = span.position();
    return words + " (" + span.source->path() + ":" + std::to_string(position.line) + ":" +
           std::to_string(position.column) + ")";
}

Executor::Executor(Execution& shared, Task& running, Observer& receiver, Context place, Scope seen)
    : execution_(shared),
      own_task_(running),
      task_(&running),
      observer_(receiver),
      context_(std::move(place)),
      scope_(std::move(seen)),
      machines_(shared, [this](auto descriptors, auto until) {
          task_->wait_ready(descriptors, until);
      }) {}

void Executor::run_within(Task::Clock::duration limit, const std::function<void()>& body) {
    task_->run_within(
        limit,
        [&](Task& task) {
            const Replaced<Task*> inside(task_, &task);
            body();
        },
        Fiber::Stack::large
    );
}

void Executor::log(
    LogLevel level, std::string_view text, By by, Span span, std::string_view operation
) {
    if (!observer_.wants(level)) return;
    LogSource source{
        .by = by == By::script      ? "script"
              : by == By::operation ? "operation"
                                    : "engine"};
    source.operation = operation;
    source.scopes = scope_.descriptions;
    if (context_.server != nullptr) source.server = context_.server->name;
    std::string prefix;
    if (execution_.has_several_targets && context_.server != nullptr)
        prefix = "[" + context_.server->name + "] ";
    source.prefix = prefix;
    if (span.source != nullptr) {
        const Position position = span.position();
        source.file = span.source->path();
        source.line = position.line;
        source.column = position.column;
    }
    observer_.receive(LogLine{.level = level, .text = text, .scope = scope_.id, .source = &source});
}

void Executor::raise(const std::string& words, Span span) {
    const std::string text = with_place(words, span);
    log(LogLevel::error, text, By::engine, span);
    throw Raised(text);
}

void Executor::end_execution(const std::string& words, Span span) {
    log(LogLevel::error, with_place(words, span), By::engine, span);
    throw Fatal{};
}

} // namespace vow::otterscript
