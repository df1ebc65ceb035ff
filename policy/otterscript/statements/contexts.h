#pragma once

#include "policy/otterscript/statements/flow.h"

namespace vow::otterscript {

Flow run_for(const For& loop, Executer& executer, Span at);
Flow run_foreach(const Foreach& loop, Executer& executer, Span at);

} // namespace vow::otterscript
