#pragma once

#include "policy/otterscript/statements/flow.h"

namespace vow::otterscript {

Flow run_with(const With& with, Executor& executor, Span at);

} // namespace vow::otterscript
