#pragma once

#include "policy/otterscript/run/executor.h"
#include "policy/otterscript/statements/flow.h"

#include <functional>
#include <string>

/// How each kind of statement runs, in a file of its own: run_set() in assignment.cpp, and so on.
namespace vow::otterscript {

/// Runs an operation as the pass requires, and sets the variables of its outputs.
void run_action(const Action& action, Executor& executor);

/// `set`: assigns a variable, or an item of one.
void run_set(const Set& set, Executor& executor);

/// Assigns a variable, as `set` does. `at` is the place of the value.
void assign(const VariableName& variable, Place place, Value value, Executor& executor, Span at);

/// Runs a script in an executor: its global variables, its statements, and the implicit `await` at
/// its end. Errors end in the executor's status.
void run_to_end(Executor& executor, const std::function<void()>& body);

/// Begins an async block: `body` runs in an executor of its own.
void begin_child(Executor& executor, const std::string& token, std::function<void(Executor&)> body);

/// `await`: waits for the async blocks of a token, or all. Throws Raised if one has failed.
void await_children(const Await& await, Executor& executor, Span at);

Flow run_for(const For& loop, Executor& executor, Span at);
/// With a description, each item has a log scope of its own.
Flow run_foreach(const Foreach& loop, Executor& executor, const Statement& statement);

/// Runs `body` with another server in context.
void run_on_server(Executor& executor, const Server& server, const std::function<void()>& body);

/// `call`: runs a module in a new scope inside the current one.
void run_call(const CallModule& call, Executor& executor, Span at);

/// The global variables and the statements of a script; errors are thrown. `at_end` still sees its
/// variables.
void run_statements(
    const Script& script, Executor& executor, const std::function<void()>& at_end = {}
);

Flow run_with(const With& with, Executor& executor, const Statement& statement);

} // namespace vow::otterscript
