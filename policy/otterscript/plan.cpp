#include "policy/otterscript/plan.h"

#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/run/drift.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/otterscript/syntax/tree_walk.h"
#include "policy/run/written_promise.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

struct EndLine {
    LogLevel level;
    std::string_view text;
};

EndLine end_line(Status status) {
    switch (status) {
    case Status::normal: return {LogLevel::info, "Execution run succeeded."};
    case Status::warning: return {LogLevel::warning, "Execution run succeeded with warnings."};
    case Status::error: break;
    }
    return {LogLevel::error, "Execution run failed."};
}

std::string_view word_of(Mode mode) {
    switch (mode) {
    case Mode::execute: return "execute";
    case Mode::collect: return "collect";
    case Mode::collect_then_execute: return "collect-then-execute";
    }
    return {};
}

/// "interrupted at deploy.otter:3:1; 2 operations were not reached"
std::string text_of(const Interruption& interruption) {
    std::string text = "interrupted";
    if (const Span place = interruption.place(); place.source != nullptr) {
        const auto [line, column] = place.position();
        text += " at " + place.source->path() + ":" + std::to_string(line) + ":" +
                std::to_string(column);
    }
    const std::size_t left = interruption.operations_left();
    return text + "; " + std::to_string(left) +
           (left == 1 ? " operation was not reached" : " operations were not reached");
}

std::string execution_id(World& world) {
    const auto now = world.host.now().time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
    return std::to_string(seconds) + "-" + std::to_string(world.host.self().pid);
}

} // namespace

Plan::Plan(World& world, const Settings& settings, Mode mode, const Inventory& inventory)
    : world_(world),
      settings_(settings),
      mode_(mode),
      inventory_(inventory) {}

void Plan::log(LogLevel level, std::string_view text) {
    const LogSource from = source();
    if (world_.observer.wants(level))
        world_.observer.receive(LogLine{.level = level, .text = text, .source = &from});
}

Ending Plan::run() {
    Execution execution{
        .world = world_,
        .settings = settings_,
        .inventory = inventory_,
        .names = library_->names(),
        .interpreter = *library_,
        .folder = world_.host.real_path(".").value.value_or("/"),
        .id = execution_id(world_)};
    execution.has_several_targets = targets == Targets::servers && work.size() > 1;
    log(LogLevel::debug, "Beginning execution run...");
    const auto status = run_unless_cancelled(execution);
    if (!status) {
        log(LogLevel::notice, text_of(execution.interruption));
        log(LogLevel::warning, "Execution run cancelled.");
        return {.how = Ending::How::interrupted};
    }
    if (mode_ != Mode::execute && !execution.is_simulation())
        store_drift(world_.state, execution.drift.findings(), execution.folder, world_.host.now());
    report_end(*status);
    return ending(*status, execution);
}

std::vector<OutlinePart> Plan::outline() const {
    std::vector<OutlinePart> parts;
    for (const Work& each : work) {
        for_each_step(each.script->body, [&](const Statement& step) {
            const auto* action = std::get_if<Action>(&step.content);
            const Span name = action ? action->span : std::get<CallModule>(step.content).span;
            parts.push_back(
                {OutlinePart::Kind::promise,
                 action ? "operation" : "call",
                 std::string(name.text()),
                 origin_at(step.span)}
            );
        });
    }
    return parts;
}

bool Plan::has_work() const {
    return work.empty() || std::ranges::any_of(work, [](const Work& each) {
               return each.script == nullptr || !each.script->body.statements.empty();
           });
}

/// nullopt if a signal has ended the run.
std::optional<Status> Plan::run_unless_cancelled(Execution& execution) {
    try {
        const Status status = run_passes(execution);
        cancel_if_stopped(world_.stop);
        return status;
    } catch (const Cancelled&) {
        return std::nullopt;
    }
}

/// No drift, or a collect pass that has failed: then nothing is executed.
Status Plan::run_passes(Execution& execution) {
    if (mode_ == Mode::execute) return run_pass(execution, Pass::execute_only);
    const Status collected = run_pass(execution, Pass::collect);
    const bool is_over = mode_ == Mode::collect || collected == Status::error;
    if (is_over || execution.drift.left() == 0) return collected;
    return std::max(collected, run_pass(execution, Pass::execute));
}

Status Plan::run_pass(Execution& execution, Pass pass) {
    execution.pass = pass;
    Scheduler scheduler(world_);
    Executor executor(
        execution, scheduler.main(), world_.observer, {.directory = execution.folder}, {.path = {0}}
    );
    run_to_end(executor, [&] {
        give_variables(executor);
        run_work(executor);
    });
    if (pass == Pass::collect) {
        const std::size_t left = execution.drift.left();
        log(left > 0 ? LogLevel::notice : LogLevel::info,
            std::to_string(left) + " of " + std::to_string(execution.drift.checked()) + " drifted."
        );
    }
    return executor.status();
}

void Plan::give_variables(Executor& executor) {
    for (const GivenVariable& given : variables) {
        Value value = given.literal != nullptr ? evaluate(*given.literal, executor) : given.value;
        const Span at = given.literal != nullptr ? given.literal->span : Span();
        assign(given.name, Place::local, std::move(value), executor, at);
    }
}

/// Connects to all servers at once; the first question to each waits for its answer.
void Plan::begin_to_connect() {
    for (const Work& each : work) {
        if (each.server == nullptr || !each.server->destination) continue;
        try {
            world_.host.connect(*each.server->destination);
        } catch (const ConnectionLost&) { // raised where the server is needed
        }
    }
}

void Plan::run_work(Executor& executor) {
    begin_to_connect();
    std::size_t begun = 0;
    try {
        for (const Work& each : work) {
            ++begun;
            run_work(each, executor);
        }
    } catch (const Cancelled&) {
        for (; begun < work.size(); ++begun)
            executor.execution().interruption.add(*work[begun].script);
        throw;
    }
}

void Plan::run_work(const Work& one, Executor& executor) {
    if (one.server == nullptr) {
        run_statements(*one.script, executor);
    } else if (targets == Targets::servers) {
        begin_child(executor, "", [&one](Executor& child) {
            run_on_server(child, *one.server, [&] {
                child.context().targets_server = true;
                run_statements(*one.script, child);
            });
        });
    } else {
        run_on_server(executor, *one.server, [&] {
            const Replaced<std::string> role(executor.context().role, one.role);
            run_statements(*one.script, executor);
        });
    }
}

void Plan::report_end(Status status) {
    const auto [level, text] = end_line(status);
    log(level, text);
}

Ending Plan::ending(Status status, const Execution& execution) const {
    const std::size_t drifted = execution.drift.left();
    const bool is_drift_left = mode_ == Mode::collect && drifted > 0;
    const bool has_failed = status == Status::error || is_drift_left;
    return {
        .verdict = has_failed ? Verdict::not_kept : Verdict::kept,
        .summary = "", // the status line is the last
        .details = Data::object(
            {{"status", Data::string(status_name(status))},
             {"mode", Data::string(word_of(mode_))},
             {"simulation", Data::boolean(execution.is_simulation())},
             {"drifted", Data::integer(static_cast<std::int64_t>(drifted))}}
        )};
}

} // namespace vow::otterscript
