#pragma once

#include "policy/otterscript/statements/flow.h"

namespace vow::otterscript {

Flow run_with(const With& with, Executer& executer, Span at);

} // namespace vow::otterscript
