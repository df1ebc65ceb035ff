#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/statements/scope_report.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/run/guarded.h"

namespace vow::otterscript {
namespace {

std::string_view word_of(ContextType type) {
    switch (type) {
    case ContextType::server: return "server";
    case ContextType::role: return "role";
    case ContextType::directory: return "directory";
    case ContextType::deployable: return "deployable";
    }
    return {};
}

std::string name_of(const Value& item) {
    return item.is_text() ? item.text() : json_text(data_from(item));
}

/// The context in which the body of a loop runs; nullopt if it is skipped.
std::optional<Context>
context_for(ContextType type, const std::string& name, Executor& executor, Span at) {
    Context context = executor.context();
    switch (type) {
    case ContextType::deployable: return std::nullopt;
    case ContextType::directory:
        context.directory = context.absolute(
            name.starts_with("~/") ? executor.machines().execution_folder(context) + name.substr(1)
                                   : name
        );
        return context;
    case ContextType::role: {
        const bool is_there = context.server != nullptr && context.server->has_role(name);
        if (!is_there) return std::nullopt;
        const Group* role = executor.execution().inventory.find_role(name);
        context.role = role != nullptr ? role->name : name;
        return context;
    }
    case ContextType::server: break;
    }
    if (executor.context().targets_server) executor.raise("this run already targets servers", at);
    const Server* server = executor.execution().inventory.find_server(name);
    if (server == nullptr) executor.raise("no server is called '" + name + "'", at);
    return executor.machines().enter(*server, executor.context());
}

std::uint64_t hash_of(const std::string& text) {
    return std::hash<std::string>{}(text);
}

Flow run_item(
    ContextType type,
    const std::string& name,
    const Block& body,
    Executor& executor,
    Span at,
    std::uint64_t round
) {
    auto context = context_for(type, name, executor, at);
    if (!context) return Flow::next;
    const Replaced<Context> inside(executor.context(), *std::move(context));
    return run_block(body, executor, round);
}

Flow run_item(
    const VariableName& variable,
    const Value& item,
    const Block& body,
    Executor& executor,
    Span at,
    std::uint64_t round
) {
    const BlockScope scope(body, executor, round);
    assign(variable, Place::local, item, executor, at);
    return run_items(body, executor);
}

/// Opens the log scope of an item while it lives.
class ItemScope {
public:
    ItemScope(const Value& item, Executor& executor, const Statement& loop)
        : name_(name_of(item)),
          scope_(executor.scope().descriptions, name_) {
        executor.log(LogLevel::verbose, name_, Executor::By::engine, loop.span);
    }

private:
    std::string name_;
    Pushed<std::string> scope_;
};

/// Calls `run` for each item until the loop is left. `kind` is that of the scope of each.
template <class Run>
Flow run_rounds(
    std::span<const Value> items,
    Executor& executor,
    const Statement& loop,
    std::string_view kind,
    Run run
) {
    const Replaced<int> looping(executor.scope().loops, executor.scope().loops + 1);
    for (std::size_t round = 0; round < items.size(); ++round) {
        std::optional<ItemScope> scope;
        if (!loop.description.empty()) scope.emplace(items[round], executor, loop);
        const Flow flow = run_in_scope(executor, kind, name_of(items[round]), loop.span, [&] {
            return run(items[round], round);
        });
        if (flow == Flow::return_all) return flow;
        if (flow == Flow::break_loop) break;
    }
    return Flow::next;
}

} // namespace

Flow run_for(const For& loop, Executor& executor, Span at) {
    const std::string name = evaluate_text(loop.name, executor);
    return run_in_scope(executor, word_of(loop.type), name, at, [&] {
        return run_item(loop.type, name, loop.body, executor, at, hash_of(name));
    });
}

Flow run_foreach(const Foreach& loop, Executor& executor, const Statement& statement) {
    const Span at = statement.span;
    const Value source = evaluate_as(Sign::vector, loop.source, executor);
    const auto* variable = std::get_if<VariableName>(&loop.item);
    return run_rounds(
        source.items(),
        executor,
        statement,
        variable != nullptr ? "round" : word_of(std::get<ContextType>(loop.item)),
        [&](const Value& item, std::size_t round) {
            if (variable != nullptr)
                return run_item(*variable, item, loop.body, executor, at, round);
            if (!item.is_text()) executor.raise("the name of a context needs a scalar", at);
            return run_item(
                std::get<ContextType>(loop.item), item.text(), loop.body, executor, at, round
            );
        }
    );
}

void run_on_server(Executor& executor, const Server& server, const std::function<void()>& body) {
    Context context = executor.context();
    context.server = &server; // for the error of a server that is not reached
    const Replaced<Context> inside(executor.context(), std::move(context));
    const Pushed<std::uint64_t> instance(executor.scope().path, hash_of(server.name));
    run_in_scope(executor, "server", server.name, {}, [&] {
        guarded(
            [&] { executor.context() = executor.machines().enter(server, executor.context()); },
            [&](const std::string& reason) { executor.raise(reason, {}); }
        );
        body();
    });
}

} // namespace vow::otterscript
