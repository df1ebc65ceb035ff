#pragma once

#include "policy/cfengine/program/program.h"

namespace vow::cfengine {

/// Gives promises without an attribute its default body: one of the namespace `bodydefault` that is
/// named after the promise type and the attribute (`files_action`).
void add_default_bodies(Program& program);

} // namespace vow::cfengine
