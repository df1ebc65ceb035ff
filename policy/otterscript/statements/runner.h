#pragma once

#include "policy/otterscript/run/executer.h"

#include <functional>

namespace vow::otterscript {

/// Runs a script in an executer: its global variables, its statements, and the implicit `await` at
/// its end. Errors end in the executer's status.
void run_to_end(Executer& executer, const std::function<void()>& body);
/// The global variables and the statements of a script; errors are thrown. `at_end` still sees its
/// variables.
void run_statements(
    const Script& script, Executer& executer, const std::function<void()>& at_end = {}
);

/// Begins an async block: `body` runs in an executer of its own.
void begin_child(Executer& executer, const std::string& token, std::function<void(Executer&)> body);

/// Assigns a variable, as `set` does. `at` is the place of the value.
void assign(const VariableName& variable, Place place, Value value, Executer& executer, Span at);

/// Runs `body` with another server in context.
void run_on_server(Executer& executer, const Server& server, const std::function<void()>& body);

} // namespace vow::otterscript
