#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/statements/scope_report.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/run/world.h"

#include <chrono>

namespace vow::otterscript {
namespace {

constexpr std::uint64_t max_time_limit = 1'000'000'000; ///< seconds

/// A lock that other executions respect, too.
class GlobalLock {
public:
    GlobalLock(Executor& executor, const std::string& token)
        : state_(executor.execution().world.state),
          name_(std::string_view("otterscript " + token)) {
        World world = executor.world();
        constexpr auto for_ever = PromiseKeeper::Clock::time_point::max();
        const LockAnswer answer = wait_for_lock(world, name_, {.if_elapsed = {}}, for_ever);
        if (answer != LockAnswer::taken) throw Cancelled{}; // a signal ends the run
    }
    GlobalLock(const GlobalLock&) = delete;
    GlobalLock& operator=(const GlobalLock&) = delete;
    ~GlobalLock() { state_.release(name_); }

private:
    State& state_;
    LockName name_;
};

/// A lock within this execution.
class TokenLock {
public:
    TokenLock(Executor& executor, std::string token)
        : locks_(executor.execution().locks),
          token_(std::move(token)) {
        locks_.take(token_, executor.task());
    }
    TokenLock(const TokenLock&) = delete;
    TokenLock& operator=(const TokenLock&) = delete;
    ~TokenLock() { locks_.give_back(token_); }

private:
    TokenLocks& locks_;
    std::string token_;
};

/// The directives of one `with`, from the outermost to the body.
class WithRun {
public:
    WithRun(const With& with, Executor& executor, Span at)
        : with_(with),
          executor_(executor),
          at_(at),
          status_at_entry_(executor.status()) {}

    Flow run_attempts() {
        for (std::uint64_t left = with_.retry.value_or(0);; --left) {
            try {
                return run_in_time();
            } catch (const Raised&) {
                if (left == 0) throw;
            }
            executor_.set_status(status_at_entry_);
        }
    }

private:
    Flow run_in_time() {
        if (!with_.timeout) return run_locked();
        Flow flow = Flow::next;
        const std::chrono::seconds limit(std::min(*with_.timeout, max_time_limit));
        try {
            executor_.run_within(limit, [&] { flow = run_locked(); });
        } catch (const TimeLimitReached&) {
            executor_.raise("timed out after " + std::to_string(*with_.timeout) + " s", at_);
        }
        return flow;
    }

    Flow run_locked() {
        if (!with_.lock) return run_isolated();
        const Lock& lock = *with_.lock;
        if (executor_.scope().holds_lock)
            executor_.end_execution("a locked block cannot lock '" + lock.token + "'", at_);
        const Replaced<bool> locked(executor_.scope().holds_lock, true);
        std::optional<TokenLock> held;
        try {
            held.emplace(executor_, (lock.is_global ? "!" : "") + lock.token);
        } catch (const Deadlock&) {
            executor_.raise("the block that holds '" + lock.token + "' waits for this one", at_);
        }
        std::optional<GlobalLock> everywhere;
        if (lock.is_global) everywhere.emplace(executor_, lock.token);
        return run_isolated();
    }

    Flow run_isolated() {
        if (!with_.is_isolated) return run_as_user();
        Execution& execution = executor_.execution();
        const Replaced<std::shared_ptr<Isolation>> own(
            executor_.context().isolation,
            std::make_shared<Isolation>(execution.world.keeper, ++execution.isolations)
        );
        return run_as_user();
    }

    Flow run_as_user() {
        if (!with_.credentials) return run_block(with_.body, executor_);
        const std::string name = evaluate_text(*with_.credentials, executor_);
        const Secured* found = executor_.execution().inventory.find_credentials(name);
        if (found == nullptr) executor_.raise("there are no credentials '" + name + "'", at_);
        if (found->user.empty())
            executor_.raise("the credentials '" + name + "' have no user", at_);
        const Replaced<std::string> as_user(executor_.context().user, found->user);
        return run_block(with_.body, executor_);
    }

    const With& with_;
    Executor& executor_;
    Span at_;
    Status status_at_entry_;
};

} // namespace

Flow run_with(const With& with, Executor& executor, const Statement& statement) {
    ExecutionPolicy& policy = executor.context().policy;
    const Replaced<ExecutionPolicy> inside(policy, with.policy.value_or(policy));
    const auto run = [&with, &statement](Executor& runner) {
        const std::string_view name =
            statement.description.empty() ? "with" : std::string_view(statement.description);
        return run_in_scope(runner, "block", name, statement.span, [&] {
            return WithRun(with, runner, statement.span).run_attempts();
        });
    };
    if (!with.async) return run(executor);
    begin_child(executor, *with.async, run);
    return Flow::next;
}

} // namespace vow::otterscript
