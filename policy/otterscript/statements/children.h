#pragma once

#include "policy/otterscript/run/executor.h"

#include <functional>
#include <string>

namespace vow::otterscript {

/// Runs a script in an executor: its global variables, its statements, and the implicit `await` at
/// its end. Errors end in the executor's status.
void run_to_end(Executor& executor, const std::function<void()>& body);

/// Begins an async block: `body` runs in an executor of its own.
void begin_child(Executor& executor, const std::string& token, std::function<void(Executor&)> body);

/// `await`: waits for the async blocks of a token, or all. Throws Raised if one has failed.
void await_children(const Await& await, Executor& executor, Span at);

} // namespace vow::otterscript
