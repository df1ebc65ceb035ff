#pragma once

#include "policy/otterscript/syntax/tree.h"

#include <functional>

namespace vow::otterscript {

using VisitStep = std::function<void(const Statement&)>;

/// Calls `visit` for each operation and module call, in written order: those of inner blocks and of
/// all branches are included, those of the modules that a block declares are not.
void for_each_step(const Block& block, const VisitStep& visit);
void for_each_step(const Statement& statement, const VisitStep& visit);

} // namespace vow::otterscript
