#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/evaluation/function.h"
#include "policy/otterscript/statements/flow.h"
#include "policy/otterscript/statements/scope_report.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/run/guarded.h"
#include "policy/run/world.h"
#include "protocol/text/text.h"

namespace vow::otterscript {
namespace {

/// Runs one statement, by its kind.
class StatementRun {
public:
    StatementRun(const Statement& statement, Executor& executor)
        : statement_(statement),
          executor_(executor) {}

    Flow operator()(const Action& action) {
        run_action(action, executor_);
        return Flow::next;
    }
    Flow operator()(const Block& block) { return run_as_scope(block, "block"); }
    Flow operator()(const Set& set) {
        run_set(set, executor_);
        return Flow::next;
    }
    Flow operator()(const Log& log) {
        run_log(log);
        return Flow::next;
    }
    Flow operator()(Simple simple);
    Flow operator()(const Throw& thrown);
    Flow operator()(const Await& await) {
        await_children(await, executor_, statement_.span);
        return Flow::next;
    }
    Flow operator()(const CallModule& call) {
        run_call(call, executor_, statement_.span);
        return Flow::next;
    }
    Flow operator()(const For& loop) { return run_for(loop, executor_, statement_.span); }
    Flow operator()(const Foreach& loop) { return run_foreach(loop, executor_, statement_); }
    Flow operator()(const With& with) { return run_with(with, executor_, statement_); }
    Flow operator()(const If& branch);
    Flow operator()(const Try& attempt);

private:
    Flow run_as_scope(const Block& block, std::string_view word);
    void run_log(const Log& log);
    Flow leave_loop(Flow flow);

    const Statement& statement_;
    Executor& executor_;
};

/// The name of the scope is the description of the statement, or else a word.
Flow StatementRun::run_as_scope(const Block& block, std::string_view word) {
    const std::string_view name =
        statement_.description.empty() ? word : std::string_view(statement_.description);
    return run_in_scope(executor_, "block", name, statement_.span, [&] {
        return run_block(block, executor_);
    });
}

struct LoggedAs {
    LogLevel level;
    Status status;
};

LoggedAs logged_as(LogKind kind) {
    switch (kind) {
    case LogKind::debug: return {LogLevel::debug, Status::normal};
    case LogKind::information: return {LogLevel::info, Status::normal};
    case LogKind::warning: return {LogLevel::warning, Status::warning};
    case LogKind::error: return {LogLevel::error, Status::error};
    }
    return {LogLevel::info, Status::normal};
}

void StatementRun::run_log(const Log& log) {
    const auto [level, status] = logged_as(log.kind);
    const std::string message = evaluate_text(log.message, executor_);
    executor_.raise_status(status);
    executor_.log(level, message, Executor::By::script, statement_.span);
}

Flow StatementRun::leave_loop(Flow flow) {
    if (executor_.scope().loops > 0) return flow;
    const std::string text = "'" + std::string(statement_.span.text()) + "' is outside a loop";
    executor_.log(LogLevel::warning, text, Executor::By::engine, statement_.span);
    return Flow::next;
}

Flow StatementRun::operator()(Simple simple) {
    switch (simple) {
    case Simple::break_: return leave_loop(Flow::break_loop);
    case Simple::continue_: return leave_loop(Flow::continue_loop);
    case Simple::return_: return Flow::return_all;
    case Simple::error: executor_.raise_status(Status::error); return Flow::next;
    case Simple::fail: executor_.raise_status(Status::error); throw Fatal{};
    case Simple::warn: executor_.raise_status(Status::warning); return Flow::next;
    case Simple::force_warn: executor_.set_status(Status::warning); return Flow::next;
    case Simple::force_normal: executor_.set_status(Status::normal); return Flow::next;
    }
    return Flow::next;
}

Flow StatementRun::operator()(const Throw& thrown) {
    std::string message;
    if (thrown.message) {
        message = evaluate_text(*thrown.message, executor_);
        executor_.log(LogLevel::error, message, Executor::By::script, statement_.span);
    }
    throw Raised(message);
}

Flow StatementRun::operator()(const If& branch) {
    if (is_true(branch.condition, executor_)) return run_as_scope(branch.then, "if");
    if (branch.otherwise == nullptr) return Flow::next;
    return run_statement(*branch.otherwise, executor_);
}

Flow StatementRun::operator()(const Try& attempt) {
    try {
        return run_as_scope(attempt.body, "try");
    } catch (const Raised&) { // the handler must not run inside this one: see below
    }
    return run_as_scope(attempt.handler, "catch");
}

/// Time limits and failures of others cancel a block as well.
void note_interruption(const Block& block, const Statement& running, Executor& executor) {
    using Enclosing = Interruption::Enclosing;
    Execution& execution = executor.execution();
    if (execution.world.stop.signal() == 0) return;
    const Enclosing enclosing = executor.scope().loops > 0 ? Enclosing::loop : Enclosing::block;
    execution.interruption.add(block, running, enclosing);
}

bool has_log_scope(const Statement& statement) {
    return !statement.description.empty() && !std::holds_alternative<Action>(statement.content);
}

} // namespace

Flow run_statement(const Statement& statement, Executor& executor) {
    if (statement.is_left_out) return Flow::next;
    cancel_if_stopped(executor.execution().world.stop);
    const auto run = [&] {
        if (!has_log_scope(statement))
            return std::visit(StatementRun(statement, executor), statement.content);
        const Pushed<std::string> scope(executor.scope().descriptions, statement.description);
        executor.log(
            LogLevel::verbose, statement.description, Executor::By::engine, statement.span
        );
        return std::visit(StatementRun(statement, executor), statement.content);
    };
    return guarded<Raised>(run, [&](const std::string& reason) -> Flow {
        executor.raise(reason, statement.span);
    });
}

Flow run_items(const Block& block, Executor& executor) {
    const Statement* running = nullptr;
    try {
        for (const Statement& statement : block.statements) {
            running = &statement;
            const Flow flow = run_statement(statement, executor);
            if (flow != Flow::next) return flow;
        }
    } catch (const Cancelled&) {
        note_interruption(block, *running, executor);
        throw;
    }
    return Flow::next;
}

Flow run_block(const Block& block, Executor& executor, std::uint64_t round) {
    const BlockScope scope(block, executor, round);
    return run_items(block, executor);
}

void run_statements(const Script& script, Executor& executor, const std::function<void()>& at_end) {
    const BlockScope scope(script.body, executor, 0);
    for (const GlobalVariable& global : script.globals) {
        const VariableName& variable = global.variable;
        Value value = global.value ? evaluate_as(variable.sign, *global.value, executor)
                                   : Value::empty(variable.sign);
        executor.scope().variables.make_global(variable) = std::move(value);
    }
    run_items(script.body, executor);
    if (at_end) at_end();
}

} // namespace vow::otterscript
