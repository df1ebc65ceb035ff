#pragma once

#include "policy/inmanta/syntax/tree.h"

#include <functional>

namespace vow::inmanta {

/// Calls `visit` for every expression directly below one, in written order.
void each_child(Expression& expression, const std::function<void(Expression&)>& visit);
void each_child(const Expression& expression, const std::function<void(const Expression&)>& visit);

} // namespace vow::inmanta
