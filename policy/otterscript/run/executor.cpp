#include "policy/otterscript/run/executor.h"

#include "policy/otterscript/run/child.h"
#include "protocol/text/words.h"

namespace vow::otterscript {

std::string_view text_of(Status status) {
    switch (status) {
    case Status::normal: return "normal";
    case Status::warning: return "warning";
    case Status::error: return "error";
    }
    return {};
}

std::string with_place(const std::string& words, Span span) {
    if (span.source == nullptr) return words;
    const Position position = span.position();
    return words + " (" + span.source->path() + ":" + std::to_string(position.line) + ":" +
           std::to_string(position.column) + ")";
}

Executor::Executor(Execution& shared, Task& running, Observer& receiver, Variables seen)
    : execution(shared),
      task(&running),
      base(&running),
      observer(receiver),
      variables(std::move(seen)),
      context{.directory = shared.folder} {}

Executor::Executor(const Executor& parent, Task& running, Observer& receiver, Variables seen)
    : execution(parent.execution),
      task(&running),
      base(&running),
      observer(receiver),
      variables(std::move(seen)),
      context(parent.context),
      policy(parent.policy),
      scopes(parent.scopes),
      module_scopes(parent.module_scopes),
      path(parent.path),
      raft(parent.raft),
      user(parent.user),
      isolation(parent.isolation),
      calls(parent.calls),
      targets_server(parent.targets_server) {}

Executor::~Executor() = default;

void Executor::log(
    LogLevel level, std::string_view text, By by, Span span, std::string_view operation
) {
    if (!observer.wants(level)) return;
    LogSource source{
        .by = by == By::script      ? "script"
              : by == By::operation ? "operation"
                                    : "engine"};
    source.operation = operation;
    source.scopes = scopes;
    if (context.server != nullptr) source.server = context.server->name;
    std::string prefix;
    if (execution.has_several_targets && context.server != nullptr)
        prefix = "[" + context.server->name + "] ";
    source.prefix = prefix;
    if (span.source != nullptr) {
        const Position position = span.position();
        source.file = span.source->path();
        source.line = position.line;
        source.column = position.column;
    }
    observer.receive(LogLine{.level = level, .text = text, .source = &source});
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

Host& Executor::host() {
    Host& local = execution.world.host;
    if (context.server == nullptr || !context.server->destination) return local;
    Connection& connection = local.connect(*context.server->destination);
    auto found = hosts_.find(&connection);
    if (found == hosts_.end())
        found = hosts_.emplace(&connection, connection.host([this] { pause(); })).first;
    return *found->second;
}

/// While another machine has not answered.
void Executor::pause() {
    constexpr std::chrono::milliseconds between_looks{1};
    task->sleep_until(task->now() + between_looks);
}

const PromiseType& Executor::type_here(const PromiseType& type) {
    World& known = execution.world;
    const bool is_remote = context.server != nullptr && context.server->destination;
    const PromiseType* here = &type;
    if (is_remote)
        here =
            &known.host.connect(*context.server->destination).type(type.name, [this] { pause(); });
    return isolation != nullptr ? isolation->type(*here) : *here;
}

Context Executor::context_of(const Server& server) {
    const bool was_remote = context.server != nullptr && context.server->destination;
    const Replaced<Context> inside(context, context);
    context.server = &server;
    context.role.clear();
    if (server.destination)
        context.directory = host().real_path(".").value.value_or("/");
    else if (was_remote)
        context.directory = execution.folder;
    if (!server.workdir.empty()) context.directory = absolute(server.workdir);
    return context;
}

std::string Executor::execution_folder() {
    const bool is_remote = context.server != nullptr && context.server->destination;
    std::string folder = "/tmp";
    if (is_remote) {
        folder = host().real_path(".").value.value_or("") + "/.cache/vow";
    } else if (const Fact* work = execution.world.facts.find("workdir")) {
        if (const auto* path = std::get_if<std::string>(work)) folder = *path;
    }
    return folder + "/otterscript/" + execution.id;
}

std::string Executor::absolute(std::string_view path) const {
    std::string whole(path);
    if (!whole.starts_with('/')) whole = context.directory + "/" + whole;
    std::vector<std::string_view> parts;
    for (const std::string_view part : split_at(whole, '/')) {
        if (part.empty() || part == ".") continue;
        if (part != "..")
            parts.push_back(part);
        else if (!parts.empty())
            parts.pop_back();
    }
    return "/" + joined(parts, "/");
}

} // namespace vow::otterscript
