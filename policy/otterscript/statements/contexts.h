#pragma once

#include "policy/otterscript/statements/flow.h"

#include <functional>

namespace vow::otterscript {

Flow run_for(const For& loop, Executer& executer, Span at);
Flow run_foreach(const Foreach& loop, Executer& executer, Span at);

/// Runs `body` with another server in context.
void run_on_server(Executer& executer, const Server& server, const std::function<void()>& body);

} // namespace vow::otterscript
