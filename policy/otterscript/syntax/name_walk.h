#pragma once

#include "policy/otterscript/syntax/tree.h"

#include <functional>

namespace vow::otterscript {

/// Receives the names in expressions, in written order.
struct NameVisitor {
    std::function<void(const Reference&)> reference;
    std::function<void(const Call&)> call = {}; ///< before the names in its arguments; may be empty
};

void for_each_name(const Expression& expression, const NameVisitor& visitor);
void for_each_name(const Condition& condition, const NameVisitor& visitor);
/// Those of the statement itself, without those of the statements in it.
void for_each_name(const Statement& statement, const NameVisitor& visitor);

} // namespace vow::otterscript
