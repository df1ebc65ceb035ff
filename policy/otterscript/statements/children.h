#pragma once

#include "policy/otterscript/run/executer.h"

namespace vow::otterscript {

/// `await`: waits for the async blocks of a token, or all. Throws Raised if one has failed.
void await_children(const Await& await, Executer& executer, Span at);

} // namespace vow::otterscript
