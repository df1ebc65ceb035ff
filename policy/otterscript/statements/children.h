#pragma once

#include "policy/otterscript/run/executer.h"

#include <functional>
#include <string>

namespace vow::otterscript {

/// Runs a script in an executer: its global variables, its statements, and the implicit `await` at
/// its end. Errors end in the executer's status.
void run_to_end(Executer& executer, const std::function<void()>& body);

/// Begins an async block: `body` runs in an executer of its own.
void begin_child(Executer& executer, const std::string& token, std::function<void(Executer&)> body);

/// `await`: waits for the async blocks of a token, or all. Throws Raised if one has failed.
void await_children(const Await& await, Executer& executer, Span at);

} // namespace vow::otterscript
