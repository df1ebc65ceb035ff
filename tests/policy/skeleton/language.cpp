#include "tests/policy/skeleton/language.h"

#include "policy/run/promise_call.h"
#include "policy/run/scheduler.h"
#include "policy/run/trusted_reader.h"
#include "tests/policy/skeleton/syntax.h"

#include <algorithm>
#include <stdexcept>

namespace vow::skeleton {
namespace {

constexpr DiagnosticKind unreadable_policy{"unreadable-policy", "cannot read '{}': {}"};

/// Documents of this language: the gates at which policies wait, by path.
constexpr const char* gates = "skeleton";

/// Ends the statements up to the next `try`.
class PromiseFailed : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

// --- statements ---------------------------------------------------------------------------------
// Each is straight code: waiting suspends its task, and an error is an exception.

void run(Task& task, const Block& block, Handled handled);
void run_statement(Task& task, const Statement& statement, Handled handled);

void run_promise(Task& task, const Statement& statement, Handled handled) {
    const Position place = statement.span.position();
    const Outcome outcome = keep(
        task.world(),
        {.type = &statement.type,
         .promiser = statement.name,
         .attributes = statement.attributes,
         .origin = {.file = statement.span.source->path(), .line = place.line},
         .terms = {.policy = task.world().options.policy}},
        handled
    );
    if (outcome.result() <= Verdict::repaired) return;
    throw PromiseFailed(
        statement.type.name + " '" + statement.name + "' is " +
        std::string(text_of(outcome.result()))
    );
}

void run_parallel(Task& task, const Block& block, Handled handled) {
    std::vector<ChildTask> children;
    for (const Statement& statement : block) {
        children.push_back(task.spawn([&statement, handled](Task& child) {
            run_statement(child, statement, handled);
        }));
    }
    for (ChildTask& child : children)
        child.join(); // throws the exception that ended it; then the others are cancelled
}

void run_attempt(Task& task, const Statement& statement, Handled handled) {
    try {
        run(task, statement.body, Handled::yes);
    } catch (const std::exception& error) {
        task.world().observer.receive(LogLine{LogLevel::info, error.what()});
        run(task, statement.handler, handled);
    }
}

void run_statement(Task& task, const Statement& statement, Handled handled) {
    switch (statement.kind) {
    case Statement::Kind::promise: return run_promise(task, statement, handled);
    case Statement::Kind::parallel: return run_parallel(task, statement.body, handled);
    case Statement::Kind::timeout:
        return task.run_within(statement.time, [&](Task& child) {
            run(child, statement.body, handled);
        });
    case Statement::Kind::attempt: return run_attempt(task, statement, handled);
    case Statement::Kind::wait: return task.sleep_until(task.now() + statement.time);
    case Statement::Kind::wait_until: {
        const auto now = task.world().host.now().time_since_epoch();
        return task.sleep_until(
            task.now() + std::chrono::duration_cast<Task::Clock::duration>(statement.time - now)
        );
    }
    case Statement::Kind::gate: return; // the policy's own: see SkeletonPolicy
    }
}

void run(Task& task, const Block& block, Handled handled) {
    for (const Statement& statement : block)
        run_statement(task, statement, handled);
}

// --- the policy ---------------------------------------------------------------------------------

class SkeletonPolicy final : public Policy {
public:
    SkeletonPolicy(const std::string& path, Block statements, World& world)
        : path_(path),
          statements_(std::move(statements)),
          world_(world) {}

    Ending run() override {
        Scheduler scheduler(world_);
        try {
            for (auto next = first_statement(); next != statements_.end(); ++next) {
                if (next->kind == Statement::Kind::gate) return wait_at(next->name);
                run_statement(scheduler.main(), *next, Handled::no);
            }
        } catch (const Cancelled&) {
            return {.how = Ending::How::interrupted};
        } catch (const std::exception& error) {
            world_.observer.receive(LogLine{LogLevel::error, error.what()});
            return {.verdict = Verdict::not_kept};
        }
        world_.state.erase(gates, path_);
        return {.verdict = Verdict::kept};
    }

private:
    /// The statement after the gate at which the last run ended, if this run resumes it.
    Block::const_iterator first_statement() const {
        if (world_.options.resume == Resume::no) return statements_.begin();
        const auto gate = world_.state.document(gates, path_);
        if (!gate) throw std::runtime_error("no run of this policy waits at a gate");
        const auto found = std::ranges::find_if(statements_, [&](const Statement& statement) {
            return statement.kind == Statement::Kind::gate && statement.name == gate->text();
        });
        if (found != statements_.end()) return found + 1;
        throw std::runtime_error(
            "the policy has lost the gate '" + std::string(gate->text()) + "'"
        );
    }
    Ending wait_at(const std::string& gate) {
        const auto stored = world_.state.put(gates, path_, Data::string(gate));
        if (stored == State::Stored::yes) return {.how = Ending::How::waiting, .reason = gate};
        return {.how = Ending::How::failed, .reason = "the gate cannot be stored"};
    }

    const std::string& path_;
    Block statements_;
    World& world_;
};

} // namespace

std::unique_ptr<Policy>
SkeletonLanguage::load(const std::string& path, World& world, Diagnostics& diagnostics) {
    constexpr std::size_t most = std::size_t{1} << 20U;
    auto text = read_trusted(world.host, path, most);
    if (!text) {
        diagnostics.add(unreadable_policy, {}, {path, text.why_not});
        return nullptr;
    }
    const SourceText& source = sources_.emplace_back(path, *std::move(text.value));
    Block statements = read_policy(source, diagnostics);
    if (diagnostics.has_errors()) return nullptr;
    return std::make_unique<SkeletonPolicy>(source.path(), std::move(statements), world);
}

} // namespace vow::skeleton
