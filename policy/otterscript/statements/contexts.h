#pragma once

#include "policy/otterscript/statements/flow.h"

#include <functional>

namespace vow::otterscript {

Flow run_for(const For& loop, Executor& executor, Span at);
Flow run_foreach(const Foreach& loop, Executor& executor, Span at);

/// Runs `body` with another server in context.
void run_on_server(Executor& executor, const Server& server, const std::function<void()>& body);

} // namespace vow::otterscript
