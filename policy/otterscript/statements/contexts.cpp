#include "policy/otterscript/statements/contexts.h"

#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/statements/assignment.h"
#include "policy/run/guarded.h"

namespace vow::otterscript {
namespace {

/// The context in which the body of a loop runs; nullopt if it is skipped.
std::optional<Context>
context_for(ContextType type, const std::string& name, Executer& executer, Span at) {
    Context context = executer.context;
    switch (type) {
    case ContextType::deployable: return std::nullopt;
    case ContextType::directory:
        context.directory = name.starts_with("~/")
                                ? executer.absolute(executer.execution_folder() + name.substr(1))
                                : executer.absolute(name);
        return context;
    case ContextType::role: {
        const bool is_there = context.server != nullptr && context.server->has_role(name);
        if (!is_there) return std::nullopt;
        const Group* role = executer.execution.inventory.find_role(name);
        context.role = role != nullptr ? role->name : name;
        return context;
    }
    case ContextType::server: break;
    }
    if (executer.targets_server) executer.raise("this run already targets servers", at);
    const Server* server = executer.execution.inventory.find_server(name);
    if (server == nullptr) executer.raise("no server is called '" + name + "'", at);
    return executer.context_of(*server);
}

std::uint64_t hash_of(const std::string& text) {
    return std::hash<std::string>{}(text);
}

Flow run_item(
    ContextType type,
    const std::string& name,
    const Block& body,
    Executer& executer,
    Span at,
    std::uint64_t round
) {
    auto context = context_for(type, name, executer, at);
    if (!context) return Flow::next;
    const Replaced<Context> inside(executer.context, *std::move(context));
    return run_block(body, executer, round);
}

Flow run_item(
    const VariableName& variable,
    const Value& item,
    const Block& body,
    Executer& executer,
    Span at,
    std::uint64_t round
) {
    const BlockScope scope(body, executer, round);
    assign(variable, Place::local, item, executer, at);
    return run_items(body, executer);
}

/// Calls `run` for each item until the loop is left.
template <class Run>
Flow run_rounds(const Vector& items, Executer& executer, bool has_scopes, Run run) {
    const Replaced<int> looping(executer.loops, executer.loops + 1);
    for (std::size_t round = 0; round < items.size(); ++round) {
        std::optional<Pushed<std::string>> scope;
        if (has_scopes && items[round].is_text())
            scope.emplace(executer.scopes, items[round].text());
        const Flow flow = run(items[round], round);
        if (flow == Flow::return_all) return flow;
        if (flow == Flow::break_loop) break;
    }
    return Flow::next;
}

} // namespace

Flow run_for(const For& loop, Executer& executer, Span at) {
    const std::string name = evaluate_text(loop.name, executer);
    return run_item(loop.type, name, loop.body, executer, at, hash_of(name));
}

Flow run_foreach(const Foreach& loop, Executer& executer, Span at) {
    const Value source = evaluate_as(Sign::vector, loop.source, executer);
    const auto* variable = std::get_if<VariableName>(&loop.item);
    constexpr bool has_scopes = false;
    return run_rounds(
        source.items(),
        executer,
        has_scopes,
        [&](const Value& item, std::size_t round) {
            if (variable != nullptr)
                return run_item(*variable, item, loop.body, executer, at, round);
            if (!item.is_text()) executer.raise("the name of a context needs a scalar", at);
            return run_item(
                std::get<ContextType>(loop.item), item.text(), loop.body, executer, at, round
            );
        }
    );
}

void run_on_server(Executer& executer, const Server& server, const std::function<void()>& body) {
    Context context = executer.context;
    context.server = &server; // for the error of a server that is not reached
    const Replaced<Context> inside(executer.context, std::move(context));
    const Pushed<std::uint64_t> instance(executer.path, hash_of(server.name));
    guarded(
        [&] { executer.context = executer.context_of(server); },
        [&](const std::string& reason) { executer.raise(reason, {}); }
    );
    body();
}

} // namespace vow::otterscript
